import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf } from '../../../test/support/fixed-answer.ts';
import {
  countedPaths,
  type FixedReplies,
  RECORD,
  startTextInterface,
} from '../../../test/support/fixed-replies.ts';
import { Failure, type FailureCode } from '../../core/failure.ts';
import type { PageRead } from '../../core/service.ts';
import type { Page } from '../../core/source.ts';
import { createSearchApis } from './search-apis.ts';

type Sent = {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly payload?: object | string;
  readonly headers?: Record<string, string>;
};

async function send({ url, method = 'POST', payload, headers = {} }: Sent, replies: FixedReplies = {}) {
  await using started = await startTextInterface(createSearchApis, replies);
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

test('every path is answered in the format of its service', async () => {
  const read = async () => ({ status: 'skipped', reason: 'not now' }) as const;
  const replies: FixedReplies = { service: { read } };
  for (const [sent, fields] of [
    [{ method: 'GET', url: '/search?q=a&format=json' }, 'query,number_of_results,results'],
    [{ url: '/search', payload: { query: 'a' } }, 'query,'],
    [{ url: '/search', payload: { query: 'a', type: 'auto' } }, 'requestId,results'],
    [{ url: '/search/external', payload: { query: 'a', count: 1 } }, '0'],
    [{ url: '/extract', payload: { urls: ['https://a.example/'] } }, 'results,failed_results'],
    [{ url: '/contents', payload: { urls: ['https://a.example/'] } }, 'requestId,results,statuses'],
    [{ url: '/answer', payload: { query: 'a' } }, 'requestId,answer,citations'],
    [{ method: 'GET', url: '/res/v1/web/search?q=a' }, 'type,query,'],
    [{ method: 'GET', url: '/res/v1/llm/context?q=a' }, 'grounding'],
    [{ url: '/res/v1/llm/context', payload: { q: 'a' } }, 'grounding'],
    [{ url: '/api/web_search', payload: { query: 'a' } }, 'results'],
  ] as const) {
    const { status, body } = await send(sent, replies);
    assert.equal(status, 200, `${sent.url}: ${body}`);
    assert.ok(Object.keys(JSON.parse(body)).join().startsWith(fields), `${sent.url}: ${body}`);
  }
});

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
  const problem = async (sent: Sent, code: FailureCode) => {
    const { status, body, id } = await send(sent, failing(code));
    return { status, body: JSON.parse(body), id };
  };
  const brave = await problem({ method: 'GET', url: '/res/v1/web/search?q=a' }, 'overloaded');
  assert.deepEqual(
    [brave.status, brave.body],
    [
      503,
      {
        type: 'ErrorResponse',
        error: { id: brave.id, status: 503, code: 'OVERLOADED', detail: 'It is so.' },
      },
    ],
  );
  const perplexity = { url: '/search', payload: { query: ['a'] } };
  assert.deepEqual((await problem(perplexity, 'search-unavailable')).body, {
    error: { message: 'It is so.', type: 'search_failed', code: 502 },
  });
  const exa = await problem({ url: '/answer', payload: { query: 'a' } }, 'too-large');
  assert.deepEqual(exa.body, { requestId: exa.id, error: 'It is so.', tag: 'TOO_LARGE' });
  assert.deepEqual((await problem({ url: '/search', payload: { query: 'a' } }, 'not-found')).body, {
    detail: { error: 'It is so.' },
    error: 'It is so.',
  });
  const searxng = await problem({ method: 'GET', url: '/search?q=a&format=json' }, 'internal');
  assert.deepEqual(Object.keys(searxng.body), ['error']);
});

test('a problem has the tag of its status; other statuses have a tag for 4xx or for 5xx', async () => {
  for (const [code, status, tag] of [
    ['invalid-question', 400, 'INVALID_REQUEST'],
    ['unauthorized', 401, 'INVALID_API_KEY'],
    ['foreign-page', 403, 'FORBIDDEN'],
    ['not-found', 404, 'NOT_FOUND'],
    ['rate-limited', 429, 'RATE_LIMITED'],
    ['unsupported-media-type', 415, 'INVALID_REQUEST'],
    ['internal', 500, 'INTERNAL_ERROR'],
    ['deadline-exceeded', 504, 'INTERNAL_ERROR'],
  ] as const) {
    const { status: sent, body } = await send({ url: '/answer', payload: { query: 'a' } }, failing(code));
    assert.deepEqual([sent, JSON.parse(body).tag], [status, tag], code);
  }
});

test("Exa's stream begins with the citations, then comes the text in pieces, then the end", async () => {
  const replies: FixedReplies = {
    events: () =>
      eventsOf().map((event) => (event.type === 'answer-delta' ? { ...event, text: 'Yes ' } : event)),
  };
  const { body, headers } = await send({ url: '/answer', payload: { query: 'a', stream: true } }, replies);
  assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store, no-transform');
  assert.match(body, /^(?:data: .*\n\n)+$/);
  const events = body
    .trimEnd()
    .split('\n\n')
    .map((line) => line.slice('data: '.length));
  assert.equal(events.at(-1), '[DONE]');
  const [first, ...pieces] = events.slice(0, -1).map((event) => JSON.parse(event));
  assert.deepEqual(
    first.citations.map(({ url, title }: { url: string; title: string }) => [url, title]),
    [['https://a.example/', 'A']],
  );
  assert.deepEqual(
    pieces.map(({ choices: [{ index, delta }] }) => [index, delta.role, delta.content]),
    [
      [0, 'assistant', 'Yes '],
      [0, 'assistant', '[1].'],
    ],
  );
});

test("a failure before Exa's stream is an error reply; a later one is sent in it and ends it", async () => {
  const failure = new Failure('model-unavailable', 'It broke.');
  const before = await send(
    { url: '/answer', payload: { query: 'a', stream: true } },
    failing('search-unavailable'),
  );
  assert.deepEqual([before.status, JSON.parse(before.body).error], [502, 'It is so.']);
  const replies: FixedReplies = {
    async *events() {
      yield { type: 'sources', sources: ANSWER.sources, language: 'en' };
      yield { type: 'answer-delta', text: 'Yes ' };
      throw failure;
    },
  };
  const { status, body, id } = await send({ url: '/answer', payload: { query: 'a', stream: true } }, replies);
  assert.equal(status, 200);
  const [, piece, problem, end] = body.trimEnd().split('\n\n');
  assert.match(piece ?? '', /"content":"Yes "/);
  assert.deepEqual(JSON.parse(problem?.slice('data: '.length) ?? ''), {
    ...{ requestId: id, error: 'It broke.', statusCode: 502 },
  });
  assert.equal(end, 'data: [DONE]');
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
  const read = async (url: string): Promise<PageRead> =>
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
  const read = async (url: string): Promise<PageRead> => {
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

test('a HEAD of a path costs no search', async () => {
  for (const url of ['/?q=a&format=json', '/search?q=a&format=json', '/res/v1/web/search?q=a']) {
    const { status, headers, requests } = await send({ method: 'HEAD', url });
    assert.deepEqual([status, requests.searches], [200, []]);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  }
});

test("SearXNG's configuration names the slots that can search, and no address", async () => {
  const slot = (engine: 'engine_a' | 'engine_b', state: 'open' | 'closed') => ({
    ...{ engine, state, name: engine, label: `${engine} at http://10.0.0.1/`, restMs: 0, lastCall: null },
  });
  const slots = [slot('engine_a', 'closed'), slot('engine_b', 'open')];
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

test('every path that causes work counts towards the rate limit, and no other', async () => {
  const posts = ['/load', '/search', '/search/external', '/extract', '/contents', '/answer', '/'];
  const more = ['/res/v1/llm/context', '/api/web_search', '/api/web_fetch'];
  const gets = ['/?format=json', '/search?format=json', '/res/v1/web/search', '/res/v1/llm/context'];
  const payload = { urls: ['https://a.example/'] };
  const counted = [
    ...[...posts, ...more].map((url) => ({ method: 'POST', url, payload }) as const),
    ...gets.map((url) => ({ method: 'GET', url }) as const),
  ];
  const free = [...gets, '/config'].map((url) => ({ method: 'HEAD', url }) as const);
  assert.deepEqual(
    await countedPaths(createSearchApis, [...counted, ...free, { method: 'GET', url: '/config' }]),
    counted.map(({ method, url }) => `${method} ${url}`),
  );
});
