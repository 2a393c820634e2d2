import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { assertSurvives, jsonMutations } from '../../../test/support/mutations.ts';
import { assertFailed, json, outcomeAt } from '../../../test/support/search-replies.ts';
import { ANGOLA, EMPTY } from '../../../test/support/searxng-replies.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { searxng } from './searxng.ts';
import { readSearxngReply } from './searxng-reply.ts';

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

test('JSON that is not a search result', async () => {
  assertFailed(
    await outcomeOf(json({ error: 'internal detail' })),
    'upstream',
    /^it reports an error instead of results$/,
  );
  for (const body of [{}, [], null, 7, 'x', { results: {} }, { results: null }]) {
    assertFailed(await outcomeOf(json(body)), 'protocol', /no list of results/);
  }
});

test('no results because its engines failed', async () => {
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

test('answers and infoboxes count without results, and come before them', async () => {
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

test('a list without a single result in it is a failure, not "nothing found"', async () => {
  for (const results of [['a', 'b'], [null], [[[]]], [{ url: 5, title: 5 }]]) {
    const outcome = await outcomeOf(json({ ...EMPTY, results }));
    assert.ok(outcome.status === 'failed' && outcome.reason === 'protocol', JSON.stringify(results));
  }
});

test('shows nothing that a changed reply does not contain', async () => {
  const result = { engine: 'a', publishedDate: '2026-01-02T00:00:00' };
  const recorded = {
    ...{
      query: 'x',
      number_of_results: 0,
      corrections: [],
      suggestions: [],
      unresponsive_engines: [['b', 'no']],
    },
    results: [
      { ...ANGOLA, ...result },
      { ...result, url: 'https://example.org/2', title: 'Two', content: 'Words.' },
    ],
    answers: [{ answer: 'Luanda', url: 'https://example.org/answer', engine: 'c' }],
    infoboxes: [
      {
        ...{ infobox: 'Angola', id: 'https://example.org/box', content: 'A country.', engine: 'd' },
        urls: [{ title: 'Site', url: 'https://example.org/box' }],
        attributes: [{ label: 'Capital', value: 'Luanda' }],
      },
    ],
  };
  await assertSurvives((upstream, url) => searxng.open({ upstream, url, timeoutMs: 60_000 }), {
    text: JSON.stringify(recorded),
    type: 'application/json',
    mutations: jsonMutations(recorded),
  });
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
    ...['http://searxng:8080', 'http://localhost:8888', 'http://127.0.0.1', 'http://192.168.1.4'],
    ...['http://[fd00::1]', 'http://search.lan', 'http://search.home.arpa.'],
    'http://searx.default.svc.cluster.local',
  ]) {
    assert.deepEqual(answersAt(host, ['10,000 m']), { status: 'empty', hint }, host);
    const own = { answer: '43', url: `${host}/about` };
    assert.deepEqual(answersAt(host, [own]), { status: 'empty', hint }, host);
  }
});
