import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/local-server.ts';
import type { PageAllowance } from '../../net/page-policy.ts';
import { createPageResources } from './page-resources.ts';

const signal = new AbortController().signal;
const scripted = { method: 'GET', headers: {}, body: null } as const;

/** What pages get from a server in the operator's network, which `PAGE_ALLOW` permits. */
async function withResources(
  use: (
    get: (pageUrl: string, url: string) => Promise<{ text: string; isPublic: boolean }>,
    port: number,
  ) => Promise<void>,
  addresses: () => readonly string[] = () => ['8.8.8.8'],
): Promise<void> {
  await using server = await serve((_request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('harbour');
  });
  const allow: PageAllowance[] = [
    { to: { kind: 'network', address: '127.0.0.0', prefixBits: 8 }, port: server.port },
  ];
  const resources = createPageResources({
    userAgent: 'Sayso/1 (test)',
    allow,
    mediaTypes: 'any',
    resolve: async () => [...addresses()],
  });
  await use(async (pageUrl, url) => {
    const { fetch, isPublic } = await resources.for(pageUrl, signal);
    const page = await fetch(url, signal, { scripted });
    return {
      text: page.status === 'fetched' ? Buffer.from(page.body).toString() : page.reason,
      isPublic,
    };
  }, server.port);
  await resources.close();
}

test('a public page gets nothing of the network that PAGE_ALLOW permits', async () => {
  await withResources(async (get, port) => {
    assert.deepEqual(await get('https://page.test/', `http://127.0.0.1:${port}/`), {
      text: `pages are not read from port ${port}`,
      isPublic: true,
    });
  });
});

test('a page that PAGE_ALLOW permits gets its own host, and no other in that network', async () => {
  await withResources(async (get, port) => {
    const pageUrl = `http://127.0.0.1:${port}/`;
    assert.deepEqual(await get(pageUrl, `${pageUrl}data`), { text: 'harbour', isPublic: false });
    assert.notEqual((await get(pageUrl, `http://127.0.0.2:${port}/`)).text, 'harbour');
  });
});

test('a host that changes its address during the page gets nothing from the other address', async () => {
  let address = '127.0.0.1';
  await withResources(
    async (get, port) => {
      const pageUrl = `http://page.test:${port}/`;
      assert.equal((await get(pageUrl, pageUrl)).text, 'harbour');
      address = '8.8.8.8';
      assert.equal((await get(pageUrl, pageUrl)).text, 'its host is not public or does not exist');
    },
    () => [address],
  );
});
