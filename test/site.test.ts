import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { startTestService } from './support/service.ts';

test('the OpenSearch description contains the requested host, and no invalid host', async () => {
  await using service = await startTestService({ MODEL_PROVIDER: 'extractive' });
  const { port } = new URL(service.url);
  const describe = (host: string) =>
    new Promise<string>((resolve, reject) => {
      const asking = request(
        { host: '127.0.0.1', port, path: '/opensearch.xml', headers: { host } },
        (response) => {
          let text = '';
          response.on('data', (piece: Buffer) => {
            text += piece.toString();
          });
          response.on('end', () => resolve(`${response.statusCode} ${text}`));
        },
      );
      asking.on('error', reject);
      asking.end();
    });
  assert.match(await describe('Answers.Example:8080'), /^200 [\s\S]*"http:\/\/answers\.example:8080\/\?q=/);
  assert.match(await describe('[::1]:3000'), /^200 [\s\S]*"http:\/\/\[::1\]:3000\/\?q=/);
  for (const host of ['a"><x y="', 'a/b', 'a@b', '&amp;'])
    assert.match(await describe(host), /^400 [\s\S]*does not name a host/, host);
});

test('the page and its files have the right types and cache times, and are compressed', async () => {
  await using service = await startTestService({ MODEL_PROVIDER: 'extractive' });
  const headersOf = async (path: string) => {
    const { status, headers } = await fetch(service.url + path, { headers: { 'accept-encoding': 'br' } });
    const of = (name: string) => headers.get(name);
    return {
      status,
      type: of('content-type'),
      kept: of('cache-control'),
      encoding: of('content-encoding'),
      vary: of('vary'),
    };
  };
  const page = await headersOf('/');
  assert.deepEqual([page.status, page.kept, page.encoding], [200, 'no-cache', 'br']);
  assert.match(page.vary ?? '', /accept-encoding/i);
  const [, name] = /<script type="module" src="([^"]+)"/.exec(await (await fetch(service.url)).text()) ?? [];
  const script = await headersOf(`/${name}`);
  assert.deepEqual([script.kept, script.encoding], ['public, max-age=31536000, immutable', 'br']);
  assert.match(script.type ?? '', /^(?:text|application)\/javascript/);
  const worker = await headersOf('/sw.js');
  assert.deepEqual([worker.status, worker.kept], [200, 'no-cache']);
  const manifest = await headersOf('/manifest.webmanifest');
  assert.match(manifest.type ?? '', /^application\/manifest\+json/);
  assert.equal((await headersOf('/sw.js.br')).status, 404);
  const plain = await fetch(`${service.url}/sw.js`, { headers: { 'accept-encoding': 'identity' } });
  assert.equal(plain.headers.get('content-encoding'), null);
});
