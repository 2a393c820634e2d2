import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createCrawlGet } from './crawl-get.ts';

const { signal } = new AbortController();

async function startSite(answer: RequestListener) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests: () => requests,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  };
}

test('a source reaches no address of the network unless it is allowed by name, also if its name changes its address', async () => {
  using site = await startSite((_, response) => response.end('The secret.'));
  const addresses = [['203.0.113.1'], ['127.0.0.1'], ['169.254.169.254'], ['::ffff:127.0.0.1']];
  const options = { userAgent: 'Sayso', ports: [site.port], resolve: async () => addresses.shift() ?? [] };
  const from = new URL('http://site.example/');
  const order = { headers: {}, maxBytes: 1_000, from };
  const url = new URL(`http://site.example:${site.port}/`);
  // The first address is public, and nobody is there: what the name means is asked with each connection.
  const get = createCrawlGet({ ...options, allow: [] });
  await assert.rejects(get(url, order, AbortSignal.timeout(100)));
  for (let name = 0; name < 3; name++)
    await assert.rejects(get(url, order, signal), /not public .*name it in PAGE_ALLOW$/);
  for (const host of ['127.0.0.1', '[::1]', '0x7f.1', 'localhost', '169.254.169.254'])
    await assert.rejects(get(new URL(`http://${host}:${site.port}/`), order, signal), /not public/, host);
  assert.equal(site.requests(), 0);
  const allow = [{ to: { kind: 'host', host: 'site.example' } as const, port: site.port }];
  const allowed = createCrawlGet({ ...options, allow, resolve: async () => ['127.0.0.1'] });
  assert.equal(Buffer.from((await allowed(url, order, signal)).body).toString(), 'The secret.');
  // A feed or page elsewhere that leads to it gets nothing.
  const elsewhere = new URL('https://feeds.example/');
  await assert.rejects(
    allowed(url, { ...order, from: elsewhere }, signal),
    /not read from port \d+$|not exist$/,
  );
  assert.equal(site.requests(), 1);
});

test('a body that is longer than allowed, or unpacks to more, is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  using site = await startSite((request, response) => {
    if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    else response.end('a'.repeat(20_000));
  });
  const allow = [{ to: { kind: 'host', host: '127.0.0.1' } as const, port: site.port }];
  const get = createCrawlGet({ userAgent: 'Sayso', allow });
  for (const [path, maxBytes] of [
    ['bomb', 60_000_000],
    ['bomb', 10_000],
    ['long', 10_000],
  ] as const)
    await assert.rejects(
      get(
        new URL(`http://127.0.0.1:${site.port}/${path}`),
        { headers: {}, maxBytes, from: new URL('http://127.0.0.1/') },
        signal,
      ),
      /larger than|unpack/,
      path,
    );
});
