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
import {
  factsOf,
  MAX_FACTS,
  readSearxngReply,
  tableText,
  toInstanceAnswer,
  toSearxngOutcome,
  unresponsive,
} from './searxng-reply.ts';

const forever = new AbortController().signal;

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

test('reads tables of facts and translations as SearXNG sends them', () => {
  const table = {
    url: '',
    template: 'keyvalue.html',
    caption: 'Angola',
    kvmap: { Capital: 'Luanda', Provinces: 21 },
  };
  const translation = {
    template: 'answer/translations.html',
    url: 'https://dictionary.test/hello',
    translations: [
      { text: 'hola', transliteration: '', examples: [], definitions: ['a greeting'], synonyms: [] },
    ],
  };
  const body = { ...EMPTY, answers: [translation], results: [table] };
  const pageUrl = 'https://search.example.org/search?q=x';
  const outcome = readSearxngReply(body, pageUrl, { text: 'x', limit: 5, scope: ANY_SCOPE });
  assert.ok(outcome.status === 'ok');
  assert.deepEqual(
    outcome.hits.map(({ snippet }) => snippet),
    ['hola, a greeting', 'x: Angola, Capital: Luanda, Provinces: 21'],
  );
});

/** A result of the kinds of engines that search a database. */
const row = (kvmap: object, caption = '') => ({
  ...{ title: '', content: '', url: null, engine: 'sql', template: 'keyvalue.html' },
  ...{ kvmap, caption },
});

test('a row of a database is read whatever its values are, and cited by its own URL', async () => {
  const kvmap = {
    ...{ name: 'Axolotl', url: 'https://db.test/axolotl', legs: 4, extinct: false, note: null },
    ...{ tags: ['a', 'b'], size: { cm: 30 }, missing: 'None' },
  };
  const outcome = await outcomeOf(json({ ...EMPTY, results: [row(kvmap)] }));
  assert.deepEqual(outcome, {
    status: 'ok',
    hits: [
      {
        url: 'https://db.test/axolotl',
        title: 'Axolotl',
        snippet:
          'name: Axolotl, url: https://db.test/axolotl, legs: 4, extinct: false, tags: a, b, size cm: 30',
      },
    ],
  });
});

test('results without a URL are no failure: they are counted, or cited by a public instance', async () => {
  const results = [row({ id: 2, blind: true }), row({ id: 3 })];
  const hint = 'it found only answers or tables (2) without a URL to cite';
  assert.deepEqual(await outcomeOf(json({ ...EMPTY, results })), { status: 'empty', hint });
  const unlinked = [{ title: 'Row', url: null, engine: 'sql', template: 'default.html' }];
  assert.deepEqual(await outcomeOf(json({ ...EMPTY, results: unlinked })), { status: 'empty' });
  const pageUrl = 'https://search.example.org/search?q=x';
  const open = readSearxngReply({ ...EMPTY, results }, pageUrl, { text: 'x', limit: 5, scope: ANY_SCOPE });
  assert.ok(open.status === 'ok');
  assert.deepEqual(open.hits[0]?.snippet, 'x: id: 2, blind: true · id: 3');
  const failing = { ...EMPTY, results, unresponsive_engines: [['a', 'timeout']] };
  assertFailed(await outcomeOf(json(failing)), 'upstream', /1 of its engines/);
});

test('the weather and unknown kinds of answers are read as facts', async () => {
  const item = {
    location: { name: 'Berlin', latitude: 52.5, longitude: 13.4, timezone: 'Europe/Berlin' },
    temperature: { val: 21.5, unit: '°C' },
    ...{ condition: 'partly cloudy', datetime: null, feels_like: { val: 20, unit: '°C' } },
  };
  const weather = {
    ...{ url: 'https://weather.test/', engine: 'w', parsed_url: ['https'], template: 'answer/weather.html' },
    ...{ current: item, forecasts: [{ datetime: { datetime: '2026-11-24T12:00:00' } }], service: 'W' },
  };
  const outcome = await outcomeOf(json({ ...EMPTY, answers: [weather] }));
  assert.deepEqual(outcome.status === 'ok' && outcome.hits.map(({ url, snippet }) => [url, snippet]), [
    [
      'https://weather.test/',
      'current location: Berlin, current temperature: 21.5 °C, current condition: partly cloudy, ' +
        'current feels like: 20 °C, forecasts 1 datetime: 2026-11-24T12:00:00, service: W',
    ],
  ]);
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

const at = (host: string) => `${host}/search?q=10%20km%20in%20m`;

test('repeats the question, so that the answer can be matched to it and quoted', () => {
  assert.equal(toInstanceAnswer(['10,000 m'], at('https://search.example'))?.snippet, '10 km in m: 10,000 m');
  assert.equal(toInstanceAnswer([], at('https://search.example')), null);
});

test(
  'what an instance in a private network computed has no source that readers could open, so it ' +
    'is left out',
  () => {
    for (const host of [
      'http://searxng:8080',
      'http://localhost:8888',
      'http://127.0.0.1',
      'http://192.168.1.4',
      'http://[fd00::1]',
      'http://search.lan',
      'http://search.home.arpa.',
      'http://searx.default.svc.cluster.local',
    ])
      assert.equal(toInstanceAnswer(['10,000 m'], at(host)), null, host);
  },
);

test('cites a public instance by the page that shows the answer, and has no page read for it', () => {
  const hit = toInstanceAnswer(['10,000 m'], at('https://search.example.org'));
  assert.equal(hit?.url, at('https://search.example.org'));
  assert.equal(hit.text, '10 km in m: 10,000 m');
});

test('an answer with a page of its own is cited by that page, wherever the instance is', () => {
  const own = { url: 'https://c.test/', text: 'Luanda' };
  const computed = [
    { url: '', text: '42' },
    { url: 'http://searxng:8080/about', text: '43' },
  ];
  const findings = {
    results: [],
    tables: [
      { caption: '', rows: [['a', '1'] as const] },
      { caption: '', rows: [] },
    ],
    infoboxes: [],
    answers: [own, ...computed],
  };
  const query = { text: 'x', limit: 10, scope: ANY_SCOPE };
  const hitsAt = (host: string) => {
    const outcome = toSearxngOutcome(findings, `${host}/search?q=x`, query);
    assert.ok(outcome.status === 'ok');
    return outcome.hits.map(({ url, snippet }) => [url, snippet]);
  };
  assert.deepEqual(hitsAt('http://searxng:8080'), [['https://c.test/', 'Luanda']]);
  const here = 'https://search.example.org';
  assert.deepEqual(hitsAt(here), [
    ['https://c.test/', 'Luanda'],
    ['http://searxng:8080/about', '43'],
    [`${here}/search?q=x`, 'x: 42 · a: 1'],
  ]);
});

test('a failure names four engines at most', () => {
  const said = (count: number, engines: readonly string[]) => {
    const outcome = unresponsive(count, engines);
    return outcome.cause;
  };
  const begins = (count: number) => `it found nothing, and ${count} of its engines did not answer`;
  assert.equal(said(2, []), begins(2));
  assert.equal(said(4, ['a', 'b', 'c', 'd']), `${begins(4)} (a, b, c, d)`);
  assert.equal(said(5, ['a', 'b', 'c', 'd', 'e']), `${begins(5)} (a, b, c, d, ...)`);
  const rows = Array.from({ length: 31 }, (_, at) => [`k${at}`, 'v'] as const);
  assert.equal(tableText({ caption: 'T', rows }).split(', ').length, 31);
  assert.equal(tableText({ caption: '', rows: [['k', 'v']] }), 'k: v');
});

test('names the facts of nested objects, and leaves out values that are missing', () => {
  const value = {
    ...{ legs: 4, wild: true, note: null, empty: ' ', tags: ['a', 'b'], eggs: { per_year: { max: 900 } } },
    ...{ air: { val: 20, unit: '°C' }, wet: { val: 60 }, at: { datetime: '2026-11-24T12:00:00' } },
    ...{ place: { name: 'Berlin', latitude: 52.5 }, days: [{ low: 1 }, { low: 2 }] },
  };
  assert.deepEqual(factsOf(value), [
    ...[
      ['legs', '4'],
      ['wild', 'true'],
      ['tags', 'a, b'],
      ['eggs per year max', '900'],
      ['air', '20 °C'],
    ],
    ...[
      ['wet', '60'],
      ['at', '2026-11-24T12:00:00'],
      ['place', 'Berlin'],
    ],
    ...[
      ['days 1 low', '1'],
      ['days 2 low', '2'],
    ],
  ]);
});

test('returns texts with names, and at most 30, whatever the value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 50 }), (value) => {
      const facts = factsOf(value);
      assert.ok(facts.length <= MAX_FACTS);
      for (const [name, text] of facts) assert.ok(typeof name === 'string' && text !== '');
    }),
  );
  assert.equal(factsOf(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, at]))).length, 30);
});
