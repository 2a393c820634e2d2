import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve, serveSockets } from '../../test/support/local-server.ts';
import { assertSkipped, textOf, withPages } from '../../test/support/page-fetching.ts';
import { serveProxy } from '../../test/support/proxy-server.ts';

const signal = new AbortController().signal;
const page = () => serve((_, response) => void response.setHeader('content-type', 'text/html').end('Page.'));
/** Options for pages at this port, through the proxy, where every name has these public addresses. */
const through = (proxyUrl: string, port: number, more = {}) => ({
  ...{ allow: [], ports: [port], resolve: async () => ['8.8.8.8'] },
  ...{ proxy: { http: proxyUrl, https: proxyUrl, resolves: false, ...more } },
});

test('a page comes through the proxy, which gets its address, looked up here, and credentials', async () => {
  await using server = await page();
  await using proxy = await serveProxy();
  const url = proxy.url.replace('//', '//user:pass%20word@');
  await withPages(
    async (pages) => {
      assert.equal(textOf(await pages.fetch(`http://page.test:${server.port}/a`, signal)), 'Page.');
    },
    through(url, server.port),
  );
  assert.deepEqual(proxy.asked, [`CONNECT 8.8.8.8:${server.port}`]);
  assert.equal(proxy.credentials, `Basic ${Buffer.from('user:pass word').toString('base64')}`);
  await server.noSocketsLeft();
});

test('a host with a private address is not asked of the proxy, nor is one that redirects there', async () => {
  await using server = await serve((_, response) => {
    response.writeHead(302, { location: `http://private.test:${server.port}/` }).end();
  });
  await using proxy = await serveProxy();
  const resolve = async (host: string) => [host.startsWith('private') ? '10.0.0.7' : '8.8.8.8'];
  await withPages(
    async (pages) => {
      for (const host of ['private.test', 'public.test', '127.0.0.1', '[::1]'])
        assertSkipped(await pages.fetch(`http://${host}:${server.port}/`, signal), /not public/);
    },
    { ...through(proxy.url, server.port), resolve },
  );
  assert.deepEqual(proxy.asked, [`CONNECT 8.8.8.8:${server.port}`]);
});

test('a proxy that looks up names gets the name, but never a private address', async () => {
  await using server = await page();
  await using proxy = await serveProxy();
  await withPages(
    async (pages) => {
      assert.equal(textOf(await pages.fetch(`http://page.test:${server.port}/`, signal)), 'Page.');
      assertSkipped(await pages.fetch(`http://127.0.0.1:${server.port}/`, signal), /not public/);
    },
    { ...through(proxy.url, server.port, { resolves: true }), resolve: () => assert.fail('looked up') },
  );
  assert.deepEqual(proxy.asked, [`CONNECT page.test:${server.port}`]);
});

test('a private address that the operator allows is reached without the proxy', async () => {
  await using server = await page();
  await using proxy = await serveProxy();
  const { proxy: choice } = through(proxy.url, server.port);
  await withPages(
    async (pages) => {
      assert.equal(textOf(await pages.fetch(`http://wiki.test:${server.port}/`, signal)), 'Page.');
    },
    { proxy: choice },
  );
  assert.deepEqual(proxy.asked, []);
});

test('a proxy that refuses, is gone, never answers or speaks nonsense costs its page', async () => {
  await using refusing = await serveProxy(403);
  await using silent = await serveSockets(() => undefined);
  await using odd = await serveSockets((socket) => void socket.end('SSH-2.0-OpenSSH\r\n'));
  const faults: readonly (readonly [string, RegExp])[] = [
    [refusing.url, /the proxy refuses it \(status 403\)/],
    ['http://127.0.0.1:9', /connection refused/],
    [silent.url, /not complete within 400 ms|no answer within 300 ms/],
    [odd.url, /./],
    [odd.url.replace('http', 'socks5'), /./],
    [silent.url.replace('http', 'socks5'), /not complete within 400 ms|no answer within 300 ms/],
  ];
  for (const [url, reason] of faults)
    await withPages(
      async (pages) => {
        assertSkipped(await pages.fetch('http://page.test:81/', signal), reason);
      },
      { ...through(url, 81), timeoutMs: 400, headersTimeoutMs: 300 },
    );
  await silent.noSocketsLeft();
});
