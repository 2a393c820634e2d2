import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FixedReplies, RECORD, startTextInterface } from '../../../test/support/fixed-replies.ts';
import { Failure, type FailureCode } from '../../core/failure.ts';
import type { Page, PageResult } from '../../core/source.ts';
import { searchApis } from './search-apis.ts';

type Sent = {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly payload?: object | string;
  readonly headers?: Record<string, string>;
};

async function send({ url, method = 'POST', payload, headers = {} }: Sent, replies: FixedReplies = {}) {
  await using started = await startTextInterface(searchApis, replies);
  const reply = await started.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  const { statusCode: status, body } = reply;
  return {
    status,
    body,
    id: reply.headers['x-request-id'],
    headers: reply.headers,
    requests: started.requests,
  };
}

/** A service whose searches and answers fail with this code. */
const failing = (code: FailureCode): FixedReplies => {
  const fail = () => {
    throw new Failure(code, 'It is so.');
  };
  return {
    events: fail,
    service: { search: fail, gather: fail, read: fail },
  };
};

test('a form is read like an object, and GET /search without a format is not answered here', async () => {
  const form = await send({
    ...{ url: '/search', payload: 'q=two+words&format=json' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.deepEqual(
    form.requests.searches.map(({ text }) => text),
    ['two words'],
  );
  assert.equal(JSON.parse(form.body).results[0].url, 'https://a.example/');
  assert.equal((await send({ method: 'GET', url: '/search?q=a' })).status, 405);
});

test('a problem has the form that the clients of the service read', async () => {
  const asTavily = { detail: { error: 'It is so.' }, error: 'It is so.' };
  const plain = { error: 'It is so.' };
  for (const [sent, body] of [
    [{ url: '/search', payload: { query: 'a' } }, asTavily],
    [{ url: '/search', payload: { query: 'a', q: 'a' } }, asTavily],
    [{ url: '/search?xq=a', payload: { query: 'a' } }, asTavily],
    [{ url: '/search?x=1&q=a&format=json', method: 'GET' }, plain],
    [{ url: '/search/external', payload: { query: 'a' } }, plain],
  ] as const) {
    const reply = await send(sent, failing('overloaded'));
    assert.equal(reply.status, 503, sent.url);
    assert.deepEqual(JSON.parse(reply.body), body, sent.url);
  }
  assert.equal(typeof JSON.parse((await send({ url: '/extract', payload: {} })).body).detail.error, 'string');
});

test('a POST to /search whose query is called q is for SearXNG', async () => {
  for (const sent of [
    { url: '/search', payload: { q: 'a' } },
    { url: '/search?x=1&q=a', payload: {} },
  ])
    assert.ok('unresponsive_engines' in JSON.parse((await send(sent)).body), sent.url);
});

test('a search that failed in every slot gets an error reply', async () => {
  const record = { ...RECORD, outcome: { status: 'failed', cause: 'down' } as const };
  const { status, body } = await send({ url: '/search', payload: { query: 'a' } }, { record });
  assert.equal(status, 502, body);
});

const PAGE: Page = {
  ...{ url: 'https://a.example/', title: 'A', text: 'All of it.', language: null },
  ...{ publishedAt: null, siteName: null, author: null },
};

test("Open WebUI's loader gets the pages that could be read, at both of its addresses", async () => {
  const read = async (url: string): Promise<PageResult> =>
    url.includes('b.example')
      ? { status: 'skipped', reason: 'not now' }
      : { status: 'read', page: { ...PAGE, language: url.endsWith('/de') ? 'de' : null } };
  const urls = ['https://b.example/', 'https://a.example/', 'https://a.example/de'];
  const metadata = { source: 'https://a.example/', title: 'A' };
  for (const url of ['/load', '/']) {
    const { status, body } = await send({ url, payload: { urls } }, { service: { read } });
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(body), [
      { page_content: 'All of it.', metadata },
      {
        page_content: 'All of it.',
        metadata: { source: 'https://a.example/de', title: 'A', language: 'de' },
      },
    ]);
  }
  const none = await send({ url: '/load', payload: { urls: urls.slice(0, 1) } }, { service: { read } });
  assert.deepEqual([none.status, JSON.parse(none.body)], [502, { error: 'No page was read: not now' }]);
});

test('a loader is told if some pages were refused, because its list cannot say which', async () => {
  const read = async (url: string): Promise<PageResult> => {
    if (url.includes('a.example')) return { status: 'read', page: PAGE };
    throw new Failure('overloaded', 'There is no room.', { retryAfterMs: 1000 });
  };
  const urls = ['https://a.example/', 'https://b.example/'];
  const { status, headers } = await send({ url: '/load', payload: { urls } }, { service: { read } });
  assert.deepEqual([status, headers['retry-after']], [503, '1']);
});

test('a service that reads no pages says so', async () => {
  const { status, body } = await send({ url: '/extract', payload: { urls: ['https://a.example/'] } });
  assert.deepEqual([status, JSON.parse(body).error], [502, 'This service reads no pages (READ_PAGES=off).']);
});

test('a POST to the address of the page is for the loader, and any other is refused', async () => {
  for (const sent of [
    { payload: { query: 'a' } },
    { payload: [] },
    { payload: 'urls=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    {},
  ]) {
    const { status, headers, body } = await send({ url: '/', ...sent });
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, OPTIONS'], JSON.stringify(sent));
    assert.match(body, /does not support POST; it supports GET, HEAD, OPTIONS\./);
  }
});

test("SearXNG's configuration names the slots that can search, and no address", async () => {
  const slot = (position: 1 | 2, state: 'open' | 'closed') => ({
    ...{ position, state, name: 'x', label: 'x at http://10.0.0.1/', restMs: 0, lastCall: null },
  });
  const slots = [slot(1, 'closed'), slot(2, 'open')];
  const readiness = () => ({ ready: true, answersAlone: false, slots, shortOf: null });
  const { body } = await send({ method: 'GET', url: '/config' }, { parts: { readiness } });
  const engine = (name: string, enabled: boolean) => ({
    ...{ name, categories: ['general'], shortcut: name, enabled, paging: false },
    ...{ language_support: true, languages: [], regions: [], safesearch: true, time_range_support: true },
  });
  assert.deepEqual(JSON.parse(body), {
    categories: ['general'],
    engines: [engine('engine_a', true), engine('engine_b', false)],
    ...{ plugins: [], instance_name: 'Sayso', locales: {}, default_locale: '', autocomplete: '' },
    ...{ safe_search: 0, default_theme: '', version: '1.2.3', brand: {}, limiter: { enabled: false } },
    ...{ doi_resolvers: [], default_doi_resolver: '', public_instance: false },
  });
  assert.equal((await send({ method: 'HEAD', url: '/config' })).status, 200);
});
