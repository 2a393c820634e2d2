import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CdpFields } from '../../net/cdp-connection.ts';
import { createBrowserRequests } from './browser-requests.ts';

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
    signal,
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
