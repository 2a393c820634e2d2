import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/local-server.ts';
import type { CdpFields } from '../../net/cdp-connection.ts';
import type { PageAllowance } from '../../net/page-policy.ts';
import { createBrowserRequests, createPageResources } from './browser-requests.ts';

const signal = new AbortController().signal;

/** The commands with which so many requests of a page are answered, all sent at once. */
async function answersTo(count: number, resourceType: string, bodyBytes = 0): Promise<readonly string[]> {
  const methods: string[] = [];
  const requests = createBrowserRequests(
    {
      resources: {
        fetch: async (url) => ({
          ...{ status: 'fetched', url, contentType: 'text/javascript', charset: null, isTruncated: false },
          body: new Uint8Array(bodyBytes),
        }),
      },
      fetched: null,
      mainFrame: 'main',
      send: async (method) => methods.push(method),
    },
    new AbortController().signal,
  );
  const event = (at: number): CdpFields => ({
    requestId: String(at),
    request: { url: `https://page.test/${at}`, method: 'GET', headers: {} },
    resourceType,
  });
  await Promise.all(Array.from({ length: count }, (_, at) => requests.answer(event(at))));
  return methods;
}

const served = (methods: readonly string[]) =>
  methods.filter((name) => name === 'Fetch.fulfillRequest').length;

test('a page gets at most 150 things and 25 MB, also if it asks for all of them at once', async () => {
  assert.equal(served(await answersTo(200, 'Script')), 150);
  assert.equal(served(await answersTo(10, 'Script', 8_000_000)), 3);
});

test('a page that is redirected counts once', async () => {
  const body = new Uint8Array(20_000_000);
  const sent: CdpFields[] = [];
  const requests = createBrowserRequests(
    {
      resources: {
        fetch: async () => ({
          ...{ status: 'fetched', url: 'https://page.test/new', contentType: 'text/html', charset: null },
          ...{ body, isTruncated: false },
        }),
      },
      fetched: null,
      mainFrame: 'main',
      send: async (_method, fields) => sent.push(fields),
    },
    signal,
  );
  for (const path of ['old', 'new']) {
    const request = { url: `https://page.test/${path}`, method: 'GET', headers: {} };
    await requests.answer({ requestId: path, request, resourceType: 'Document', frameId: 'main' });
  }
  assert.deepEqual(
    sent.map(({ responseCode }) => responseCode),
    [302, 200],
  );
});

test('requests without end are no longer answered', async () => {
  assert.equal((await answersTo(5_000, 'Image')).length, 2_000);
});

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
