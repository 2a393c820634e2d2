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
