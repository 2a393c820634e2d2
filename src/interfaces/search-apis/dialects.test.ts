import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { Answer } from '../../core/answer.ts';
import type { Evidence } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import type { Run } from '../../core/run.ts';
import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import type { SearchRequest } from '../../core/service.ts';
import type { Hit, Page, PageResult, Source } from '../../core/source.ts';
import type { InterfaceCall } from '../http/call-service.ts';
import { hostIn } from '../http/scope.ts';
import { ollamaSearch, openWebUiSearch } from './chat-programs.ts';
import { Fields, toCountryCode } from './fields.ts';
import type { SearchEndpoint } from './find.ts';
import { searxng } from './searxng.ts';
import { tavilyExtract, tavilySearch } from './tavily.ts';

const HITS: readonly Hit[] = [
  {
    url: 'https://a.test/x?y=1#z',
    title: 'A',
    snippet: 'About A.',
    publishedAt: '2026-01-31T08:00:00',
    slot: 2,
  },
  { url: 'http://b.test:81/', title: 'B', snippet: ' ', text: `${'word '.repeat(200)}` },
  { url: 'https://c.test/', title: 'C', snippet: '' },
];
const SOURCES: readonly Source[] = [
  {
    ...{
      index: 1,
      url: 'https://a.test/x?y=1#z',
      title: 'A',
      snippet: 'About A.',
      publishedAt: '2026-01-31T08:00:00',
    },
    passages: [
      { text: 'One.', from: 0, to: 4 },
      { text: 'Two.', from: 9, to: 13 },
    ],
  },
  { index: 2, url: 'http://b.test:81/', title: 'B', snippet: 'About B.', passages: [] },
];
const PAGE: Page = {
  url: 'https://a.test/x?y=1#z',
  title: 'Page A',
  text: 'One. And. Two.',
  language: null,
  publishedAt: '2026-01-31',
  siteName: null,
  author: null,
};
const ANSWER: Answer = {
  ...{
    text: 'So [1].',
    html: '',
    speech: '',
    sources: SOURCES,
    language: 'en',
    model: 'm',
    slot: 1,
  },
  ...{ tokensUsed: 0, error: null, errorMissingInText: false },
};

/** The question that the service received: the text, the number of results and the scope. */
type Asked = { text: string; limit: number; scope: Scope };

/**
 * Calls an endpoint of a service that finds the same results for every question. Returns the reply, and the
 * questions that the service received.
 */
async function ask(
  endpoint: SearchEndpoint,
  body: unknown,
  {
    query = {},
    found = {},
  }: {
    query?: Record<string, unknown>;
    found?: { failed?: string; answer?: Partial<Answer>; read?: PageResult | Error };
  } = {},
) {
  const asked: Asked[] = [];
  const note = ({ text, maxSources, scope }: Question) => asked.push({ text, limit: maxSources, scope });
  const outcome =
    found.failed === undefined
      ? ({ status: 'ok' } as const)
      : ({ status: 'failed', cause: found.failed } as const);
  const record = {
    ...{ words: '', outcome, hits: HITS, slot: 1 as const },
    trail: [
      { slot: 1, status: 'failed', cause: 'it broke', tookMs: 1 },
      { slot: 2, status: 'skipped', cause: 'rests', tookMs: 0 },
      { slot: 3, status: 'ok', cause: '', tookMs: 1 },
    ],
  } as const;
  const service = {
    search: async (request: SearchRequest) => {
      asked.push({ text: request.text, limit: request.limit, scope: request.scope });
      return record;
    },
    gather: async function* ({ question }: Run) {
      note(question);
      const evidence = {
        meaning: '',
        searches: [record],
        texts: new Map([[PAGE.url, PAGE.text]]),
        sources: SOURCES,
        language: 'en',
        tokens: 0,
        isRushed: false,
        calls: 0,
      };
      yield { type: 'sources', sources: SOURCES, language: 'en' } as const;
      yield { type: 'gather-end', evidence: evidence satisfies Evidence } as const;
    },
    ask: async function* ({ question }: Run) {
      note(question);
      yield { type: 'sources', sources: SOURCES, language: 'en' } as const;
      yield { type: 'answer-delta', text: 'So ' } as const;
      yield { type: 'answer-delta', text: '[1].' } as const;
      yield { type: 'timing', timing: {} };
      yield { type: 'answer-end', answer: { ...ANSWER, ...found.answer } } as const;
    },
    read: async (url: string) => {
      if (found.read instanceof Error) throw found.read;
      return (
        found.read ??
        (url.includes('a.test') ? { status: 'read', page: PAGE } : { status: 'skipped', reason: 'not now' })
      );
    },
  };
  const deps = { ...service, callerOf: () => ({ name: '' }), answerDeadlineMs: 60_000, maxQueryChars: 100 };
  const raw = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false });
  const call = {
    request: { id: 'r1', body, query, headers: {}, url: '/' },
    reply: { raw, server: { stopping: new AbortController().signal } },
    deps,
  };
  const reply = await endpoint(call as unknown as InterfaceCall);
  // The tests check the shape of the reply.
  return { reply: JSON.parse(JSON.stringify(reply)), asked };
}

const refused = (endpoint: SearchEndpoint, body: unknown, message: RegExp, query = {}) =>
  assert.rejects(ask(endpoint, body, { query }), { code: 'invalid-question', message });
const scoped = (scope: Partial<Scope>): Scope => ({ ...ANY_SCOPE, ...scope });

test('Tavily: every parameter reaches the search', async () => {
  const scopeOf = async (body: object) => (await ask(tavilySearch, { query: 'q', ...body })).asked[0]?.scope;
  const { asked } = await ask(tavilySearch, { query: 'q', max_results: 7 });
  assert.deepEqual(asked, [{ text: 'q', limit: 7, scope: ANY_SCOPE }]);
  assert.equal((await ask(tavilySearch, { query: 'q' })).asked[0]?.limit, 5);
  const days = { start_date: '2020-01-01', end_date: '2020-02-01' };
  const dated = scoped({ since: '2020-01-01', until: '2020-02-01' });
  assert.deepEqual(await scopeOf({ ...days, time_range: 'd' }), dated);
  assert.deepEqual(
    await scopeOf({ end_date: '2020-02-01', time_range: 'w' }),
    scoped({ until: '2020-02-01' }),
  );
  const sites = { include_domains: 'https://a.test/b', exclude_domains: ['c.test'] };
  assert.deepEqual(await scopeOf(sites), scoped({ sites: { only: ['a.test'], never: ['c.test'] } }));
  assert.deepEqual(
    await scopeOf({ country: 'Germany', language: 'de' }),
    scoped({ country: 'DE', language: 'de' }),
  );
  assert.deepEqual(await scopeOf({ country: 'Atlantis' }), ANY_SCOPE);
  const ago = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
  assert.equal((await scopeOf({ topic: 'news', days: 3 }))?.since, ago(3));
  assert.equal((await scopeOf({ topic: 'news', days: 3, start_date: '2020-01-01' }))?.since, '2020-01-01');
  assert.deepEqual(await scopeOf({ days: 3 }), ANY_SCOPE);
  for (const [short, long] of [
    ['d', 'day'],
    ['w', 'week'],
    ['m', 'month'],
    ['y', 'year'],
  ])
    assert.deepEqual(await scopeOf({ time_range: short }), await scopeOf({ time_range: long }), long);
  assert.notDeepEqual(await scopeOf({ time_range: 'd' }), ANY_SCOPE);
});

test('Tavily: pages are read for an advanced search and for raw content', async () => {
  const search = async (body: object) => (await ask(tavilySearch, { query: 'q', ...body })).reply;
  const plain = await search({});
  assert.deepEqual(
    plain.results.map(({ score }: { score: number }) => score),
    [1, 1 - 1 / 3, 1 - 2 / 3],
  );
  assert.deepEqual([plain.query, plain.images, plain.request_id], ['q', [], 'r1']);
  const [first, second] = plain.results;
  const about = {
    title: 'A',
    url: 'https://a.test/x?y=1#z',
    content: 'About A.',
    score: 1,
  };
  const dates = { published_date: '2026-01-31T08:00:00' };
  assert.deepEqual(first, { ...about, ...dates });
  assert.ok(!('published_date' in second));
  assert.ok(second.content.length > 400 && second.content.length <= 500);
  const advanced = await search({ search_depth: 'advanced' });
  assert.equal(advanced.results[0].content, 'One.\n\nTwo.');
  assert.ok(!('raw_content' in advanced.results[0]));
  const raw = await search({ include_raw_content: 'text', max_results: 1 });
  assert.deepEqual(
    raw.results.map((each: { raw_content: string }) => each.raw_content),
    ['One. And. Two.'],
  );
  assert.equal((await search({ include_raw_content: false })).results.length, 3);
  for (const wanted of [true, 'basic']) {
    const answered = await search({ include_answer: wanted });
    assert.deepEqual([answered.answer, answered.results[1].content], ['So [1].', 'About B.']);
  }
  assert.ok(!('answer' in (await search({ include_answer: 'false' }))));
  const empty = await ask(
    tavilySearch,
    { query: 'q', include_answer: true },
    { found: { answer: { text: '' } } },
  );
  assert.equal(empty.reply.answer, '');
  assert.equal((await search({ max_results: 0 })).results.length, 0);
});

test('addresses for which there is no room fail one by one, or together if all of them do', async () => {
  const urls = ['https://a.test/', 'https://b.test/'];
  const full = new Failure('overloaded', 'There is no room.', { retryAfterMs: 1000 });
  await assert.rejects(ask(tavilyExtract, { urls }, { found: { read: full } }), full);
  const lost = new Failure('overloaded', 'There is no room.');
  const { reply } = await ask(tavilyExtract, { urls }, { found: { read: lost } });
  assert.deepEqual(
    reply.failed_results,
    urls.map((url) => ({ url, error: 'There is no room.' })),
  );
});

test('SearXNG: each result names the engine that found it, and the others why they did not', async () => {
  const { reply } = await ask(searxng, { q: 'q' });
  assert.deepEqual(reply.unresponsive_engines, [
    ['engine_a', 'it broke'],
    ['engine_b', 'rests'],
  ]);
  assert.deepEqual(
    reply.results.map(({ engine }: { engine: string }) => engine),
    ['engine_b', 'sayso', 'sayso'],
  );
  const failed = await ask(searxng, { q: 'q' }, { found: { failed: 'all broke' } });
  assert.deepEqual(failed.reply.unresponsive_engines, [['sayso', 'The search failed: all broke.']]);
});

test('SearXNG: the numbers of `safesearch` are the levels of a scope, as text and in JSON', async () => {
  for (const [number, level] of ['off', 'moderate', 'strict'].entries())
    for (const sent of [
      { q: 'q', safesearch: number },
      { q: 'q', safesearch: `${number}` },
    ]) {
      const { asked } = await ask(searxng, sent);
      assert.equal(asked[0]?.scope.safeSearch, level);
    }
  const { asked } = await ask(searxng, { q: 'q', safesearch: '' });
  assert.deepEqual(asked[0]?.scope, ANY_SCOPE);
  for (const safesearch of ['3', 'strict', -1, 0.5])
    await refused(searxng, { q: 'q', safesearch }, /^The field `safesearch` must be 0, 1 or 2\.$/);
});

test('a wrong value is refused with the name that the service has for its field', async () => {
  for (const [endpoint, fields] of [
    [tavilySearch, { language: '?', start_date: '?', end_date: '?', time_range: '?' }],
    [tavilySearch, { include_domains: ['?'], exclude_domains: ['?'], days: 0, max_results: -1 }],
    [searxng, { language: '?', time_range: '?', safesearch: '3' }],
  ] as const)
    for (const [field, wrong] of Object.entries(fields)) {
      const sent = { q: 'q', query: 'q', [field]: wrong };
      const name = new RegExp(`^The field \`${field}\``);
      await assert.rejects(
        ask(endpoint, sent, { query: sent }),
        { code: 'invalid-question', message: name },
        field,
      );
    }
  for (const [endpoint, name] of [
    ...[tavilySearch, ollamaSearch, openWebUiSearch].map((each) => [each, 'query'] as const),
    [searxng, 'q'] as const,
  ])
    for (const text of [undefined, ' ', 'x'.repeat(101)]) {
      const sent = text === undefined ? {} : { [name]: text };
      const message = new RegExp(`^The field \`${name}\` is (?:missing|empty|longer than 100 characters)\\.`);
      await assert.rejects(ask(endpoint, sent, { query: sent }), { message });
    }
});

test('a field that is absent, null or empty was not sent; the first source that has it counts', () => {
  const fields = new Fields(null, { a: null, b: '', c: 'x', n: 7 }, undefined, {
    a: 'y',
    b: ['z'],
    c: 'w',
    d: '12',
  });
  assert.deepEqual(
    [fields.text('a'), fields.text('c'), fields.text('n'), fields.text('none')],
    ['y', 'x', '7', undefined],
  );
  assert.deepEqual([fields.texts('b'), fields.texts('c'), fields.texts('none')], [['z'], ['x'], undefined]);
  assert.equal(new Fields({ a: 'b\ud800' }).text('a'), 'b\ufffd');
  assert.deepEqual(new Fields({ a: ['b\ud800'] }).texts('a'), ['b\ufffd']);
  assert.equal(new Fields({}).text('toString'), undefined);
  const limits = { min: 2, max: 12 };
  assert.deepEqual(
    [fields.count('d', limits), fields.count('n', limits), fields.count('none', limits)],
    [12, 7, undefined],
  );
  for (const wrong of [1, 13, 2.5, '1', '13', 'x12', '12x', true, {}, '0000012'])
    assert.throws(
      () => new Fields({ a: wrong }).count('a', limits),
      /The field `a` must be a whole number from 2 to 12/,
    );
  assert.throws(() => fields.text('b'), /The field `b` must be a string/);
  assert.throws(() => new Fields({ a: ['x', 1] }).texts('a'), /must be a string or a list of strings/);
  const list = (length: number) => new Fields({ a: Array.from({ length }, () => 'x') }).texts('a');
  assert.equal(list(100)?.length, 100);
  assert.throws(() => list(101), /at most 100/);
  for (const body of ['text', 5, ['x'], true]) assert.throws(() => new Fields(body), /must be a JSON object/);
});

test('a domain may be an address, and a country its English name', () => {
  const domains = [' https://a.test/b/c ', 'b.test', 'c.test/d'];
  assert.deepEqual(domains.map(hostIn), ['a.test', 'b.test', 'c.test']);
  const given = ['DE', 'de', 'Germany', 'united states', 'Narnia', 'Deu'];
  assert.deepEqual(
    given.map((country) => toCountryCode(country)),
    ['DE', 'de', 'DE', 'US', undefined, undefined],
  );
});
