import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { serve } from '../../../test/support/local-server.ts';
import fc from '../../../test/support/properties.ts';
import { assertFailed, json, outcomeAt, page } from '../../../test/support/search-replies.ts';
import { ANGOLA, EMPTY } from '../../../test/support/searxng-replies.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { searxng } from './searxng.ts';
import { readSearxngReply } from './searxng-reply.ts';

const forever = new AbortController().signal;
const QUERY = { text: 'x', limit: 5, scope: ANY_SCOPE };

function outcomeOf(listener: RequestListener, query: { readonly text?: string } = {}) {
  return outcomeAt(listener, (upstream, url) => searxng.open({ upstream, url, timeoutMs: 60_000 }), query);
}

test('returns cleaned results in order, from SearXNG and searx', async () => {
  const body = {
    ...EMPTY,
    number_of_results: 0,
    results: [
      { ...ANGOLA, engines: ['a'], score: 1, publishedDate: null, content: "'''Angola''' &amp; [[Luanda]]" },
      { title: 'a value without an address', content: 'x' },
      { url: 'https://example.org/2', title: null, content: 7 },
      'nonsense',
    ],
  };
  assert.deepEqual(await outcomeOf(json(body)), {
    status: 'ok',
    hits: [
      { url: ANGOLA.url, title: 'Angola', snippet: 'Angola & Luanda' },
      { url: 'https://example.org/2', title: 'example.org', snippet: '' },
    ],
  });
});

test('row 6: a reply that is not JSON', async () => {
  assertFailed(await outcomeOf(page('<form>Log in</form>', 200)), 'protocol', /web page instead of JSON/);
  assertFailed(await outcomeOf(page('<p>Please solve this CAPTCHA', 200)), 'blocked', /bot check/);
  assertFailed(await outcomeOf(page('<div id="challenge-form">', 403)), 'blocked', /bot check/);
  const broken: RequestListener = (_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"results": [');
  assertFailed(await outcomeOf(broken), 'protocol', /not JSON/);
  assertFailed(await outcomeOf((_request, response) => response.writeHead(204).end()), 'protocol', /empty/);
});

test('row 7: JSON that is not a search result', async () => {
  assertFailed(
    await outcomeOf(json({ error: 'internal detail' })),
    'upstream',
    /^it reports an error instead of results$/,
  );
  for (const body of [{}, [], null, 7, 'x', { results: {} }, { results: null }]) {
    assertFailed(await outcomeOf(json(body)), 'protocol', /no list of results/);
  }
});

test('row 10: no results because its engines failed', async () => {
  const engines = ['a', 'b<b>', 'c', 'd', 'e', 'f'].map((name) => [name, 'Suspended: too many requests']);
  const outcome = await outcomeOf(json({ ...EMPTY, unresponsive_engines: engines }));
  assertFailed(
    outcome,
    'upstream',
    /^it found nothing, and 6 of its engines did not answer \(a: Suspended: too many requests, b: .*, \.\.\.\)/,
  );
  assertFailed(
    await outcomeOf(json({ results: [], unresponsive_engines: [7] })),
    'upstream',
    /1 of its engines did/,
  );
});

test('is empty if there are no results and no engine failed', async () => {
  assert.deepEqual(await outcomeOf(json(EMPTY)), { status: 'empty' });
  assert.deepEqual(await outcomeOf(json({ results: [] })), { status: 'empty' });
});

test('row 12: results count even if some engines failed', async () => {
  const body = { ...EMPTY, results: [ANGOLA], unresponsive_engines: [['a', 'timeout']] };
  assert.equal((await outcomeOf(json(body))).status, 'ok');
});

test('row 13: answers and infoboxes count without results, and come before them', async () => {
  const infobox = {
    infobox: 'Angola',
    id: 'Q916',
    content: 'A country in <b>Africa</b>.',
    urls: [{ title: 'Site', url: 'https://example.org/box' }],
    attributes: [
      { label: 'Capital', value: 'Luanda' },
      { label: 'Flag', image: {} },
    ],
  };
  const answers = [
    { answer: 'Luanda', url: 'https://example.org/answer' },
    'min: 1',
    { answer: 'max: 5', url: null },
    {},
  ];
  const outcome = await outcomeOf(json({ ...EMPTY, answers, infoboxes: [infobox], results: [ANGOLA] }), {
    text: 'capital of Angola',
  });
  assert.ok(outcome.status === 'ok');
  assert.deepEqual(
    outcome.hits.map(({ url, snippet }) => [url.replace(/127.0.0.1:\d+/, 'here'), snippet]),
    [
      ['https://example.org/answer', 'Luanda'],
      ['https://example.org/box', 'A country in Africa. Capital: Luanda'],
      [ANGOLA.url, ANGOLA.content],
    ],
  );
  assert.equal((await outcomeOf(json({ ...EMPTY, answers: ['4'] }))).status, 'empty');
  assert.equal((await outcomeOf(json({ ...EMPTY, infoboxes: [{ ...infobox, urls: [] }] }))).status, 'empty');
});

test('rows of a database, which have no URL, are no failure', async () => {
  const row = { title: 'Row', url: null, engine: 'sql', template: 'keyvalue.html', kvmap: { id: 2 } };
  assert.deepEqual(await outcomeOf(json({ ...EMPTY, results: [row] })), { status: 'empty' });
  const failing = { ...EMPTY, results: [row], unresponsive_engines: [['a', 'timeout']] };
  assertFailed(await outcomeOf(json(failing)), 'upstream', /1 of its engines/);
});

test('row 14: results without a usable URL are dropped', async () => {
  const results = [{ title: 'x' }, { url: 'javascript:alert(1)' }, { url: 'http://169.254.169.254/' }, null];
  assert.deepEqual(await outcomeOf(json({ ...EMPTY, results })), { status: 'empty' });
});

test('a list without a single result in it is a failure, not "nothing found"', async () => {
  for (const results of [['a', 'b'], [null], [[[]]], [{ url: 5, title: 5 }]]) {
    const outcome = await outcomeOf(json({ ...EMPTY, results }));
    assert.ok(outcome.status === 'failed' && outcome.reason === 'protocol', JSON.stringify(results));
  }
});

test('never throws and returns only web addresses, whatever the reply', async () => {
  let reply: { status: number; type: string; body: Uint8Array } | undefined;
  await using server = await serve((_request, response) => {
    response.writeHead(reply?.status ?? 500, { 'content-type': reply?.type ?? '', location: '/elsewhere' });
    response.end(reply?.body);
  });
  await using upstream = testUpstream();
  const backend = searxng.open({ upstream, url: server.url, timeoutMs: 60_000 });
  const anything = fc.oneof({ maxDepth: 3 }, fc.jsonValue(), fc.webUrl(), fc.constant('javascript:alert(1)'));
  const result = fc.record({ url: anything, title: anything, content: anything }, { requiredKeys: [] });
  const shaped = fc.record(
    {
      results: fc.oneof(fc.array(result), anything),
      answers: fc.oneof(fc.array(fc.record({ answer: anything, url: anything })), anything),
      infoboxes: fc.oneof(fc.array(fc.record({ id: anything, urls: anything, content: anything })), anything),
      unresponsive_engines: fc.oneof(fc.array(fc.array(anything)), anything),
      error: anything,
    },
    { requiredKeys: [] },
  );
  const text = fc
    .oneof(shaped, shaped, anything)
    .map((body) => new TextEncoder().encode(JSON.stringify(body)));
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        status: fc.oneof({ weight: 3, arbitrary: fc.constant(200) }, fc.integer({ min: 200, max: 599 })),
        type: fc.constantFrom('application/json', 'application/json; charset=latin1', 'text/html', ''),
        body: fc.oneof({ weight: 3, arbitrary: text }, fc.uint8Array()),
      }),
      async (next) => {
        reply = next;
        const outcome = await backend.search(
          { text: 'x', limit: 5, scope: { ...ANY_SCOPE, language: 'de' } },
          forever,
        );
        if (outcome.status === 'ok') for (const hit of outcome.hits) assert.match(hit.url, /^https?:\/\//i);
        else assert.ok(outcome.status === 'empty' || outcome.cause !== '');
      },
    ),
    { numRuns: 300 },
  );
});

const answersAt = (host: string, answers: readonly unknown[]) =>
  readSearxngReply({ ...EMPTY, answers }, `${host}/search?q=10%20km%20in%20m`, QUERY);

test('a public instance is cited by the page that shows what it computed, and no page is read for it', () => {
  const host = 'https://search.example.org';
  const text = '10 km in m: 10,000 m';
  assert.deepEqual(answersAt(host, ['10,000 m', { answer: 'Luanda', url: 'https://c.test/' }]), {
    status: 'ok',
    hits: [
      { url: 'https://c.test/', title: 'c.test', snippet: 'Luanda' },
      { url: `${host}/search?q=10%20km%20in%20m`, title: 'search.example.org', snippet: text, text },
    ],
  });
});

test('what an instance in a private network computed has no source that readers could open', () => {
  const hint = 'it found only answers (1) without a URL to cite';
  for (const host of [
    'http://searxng:8080',
    'http://localhost:8888',
    'http://127.0.0.1',
    'http://192.168.1.4',
    'http://[fd00::1]',
    'http://search.lan',
    'http://search.home.arpa.',
    'http://searx.default.svc.cluster.local',
  ]) {
    assert.deepEqual(answersAt(host, ['10,000 m']), { status: 'empty', hint }, host);
    const own = { answer: '43', url: `${host}/about` };
    assert.deepEqual(answersAt(host, [own]), { status: 'empty', hint }, host);
  }
});
