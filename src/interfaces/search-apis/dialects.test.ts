import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { Answer } from '../../core/answer.ts';
import type { Evidence } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import type { PageRead, SearchRequest } from '../../core/service.ts';
import type { Hit, Page, Source } from '../../core/source.ts';
import { braveContext, braveWebSearch } from './brave.ts';
import { dialectOf } from './dialect.ts';
import { exaAnswer, exaContents, exaSearch } from './exa.ts';
import { Fields } from './fields.ts';
import type { SearchCall, SearchEndpoint } from './find.ts';
import { ollamaFetch, ollamaSearch } from './ollama.ts';
import { openWebUiSearch } from './open-webui.ts';
import { perplexitySearch } from './perplexity.ts';
import { readScope, toCountryCode } from './scope.ts';
import { searxng } from './searxng.ts';
import { tavilyExtract, tavilySearch } from './tavily.ts';

const HITS: readonly Hit[] = [
  {
    url: 'https://a.test/x?y=1#z',
    title: 'A',
    snippet: 'About A.',
    publishedAt: '2026-01-31T08:00:00',
    engine: 'engine_b',
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
    searchEngine: 'engine_a',
  },
  ...{ tokensUsed: 0, error: null, errorMissingInText: false },
};

/** The question that the service received: the text, the number of results, the scope and the tokens. */
type Asked = { text: string; limit: number; scope: Scope; tokens?: number | undefined };

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
    found?: { failed?: string; answer?: Partial<Answer>; read?: PageRead | Error };
  } = {},
) {
  const asked: Asked[] = [];
  const note = ({ text, maxSources, scope, sourceTokens }: Question) =>
    asked.push({
      text,
      limit: maxSources,
      scope,
      ...(sourceTokens !== undefined && { tokens: sourceTokens }),
    });
  const outcome =
    found.failed === undefined
      ? ({ status: 'ok' } as const)
      : ({ status: 'failed', cause: found.failed } as const);
  const record = {
    ...{ words: '', outcome, hits: HITS, engine: 'engine_a' as const },
    trail: [
      { engine: 'engine_a', status: 'failed', cause: 'it broke', tookMs: 1 },
      { engine: 'engine_b', status: 'skipped', cause: 'rests', tookMs: 0 },
      { engine: 'engine_c', status: 'ok', cause: '', tookMs: 1 },
    ],
  } as const;
  const service = {
    search: async (request: SearchRequest) => {
      asked.push({ text: request.text, limit: request.limit, scope: request.scope });
      return record;
    },
    gather: async function* (question: Question) {
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
      return evidence satisfies Evidence;
    },
    answer: async function* (question: Question) {
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
  const deps = { serviceFor: () => service, answerDeadlineMs: 60_000, maxQueryChars: 100 };
  const raw = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false });
  const call = {
    request: { id: 'r1', body, query, headers: {}, url: '/' },
    reply: { raw },
    stopping: new AbortController().signal,
    deps,
  };
  const reply = await endpoint(call as unknown as SearchCall);
  // The tests check the shape of the reply.
  return { reply: JSON.parse(JSON.stringify(reply)), asked };
}

const refused = (endpoint: SearchEndpoint, body: unknown, message: RegExp, query = {}) =>
  assert.rejects(ask(endpoint, body, { query }), { code: 'invalid-question', message });
/** Checks that both limits of a number are allowed, and the numbers next to them are refused. */
async function limited(endpoint: SearchEndpoint, field: string, [min, max]: readonly [number, number]) {
  const send = (value: number) => {
    const sent = { q: 'q', query: 'q', [field]: value };
    return ask(endpoint, sent, { query: sent });
  };
  for (const value of [min, max]) await send(value);
  const message = `The field \`${field}\` must be a whole number from ${min} to ${max}.`;
  for (const value of [min - 1, max + 1]) await assert.rejects(send(value), { message });
}
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
  const dates = { published_date: '2026-01-31T08:00:00', date: '2026-01-31' };
  assert.deepEqual(first, { ...about, snippet: 'About A.', ...dates });
  assert.ok(!('published_date' in second) && !('date' in second));
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

test('Tavily: the text of pages, and why others were not read', async () => {
  const { reply } = await ask(tavilyExtract, { urls: ['https://a.test/', 'https://b.test/'] });
  assert.deepEqual(reply.results, [
    { url: 'https://a.test/', title: 'Page A', raw_content: 'One. And. Two.', images: [] },
  ]);
  assert.deepEqual(reply.failed_results, [{ url: 'https://b.test/', error: 'not now' }]);
  assert.deepEqual([reply.request_id, reply.response_time < 60], ['r1', true]);
  const broken = await ask(
    tavilyExtract,
    { urls: 'https://a.test/' },
    { found: { read: new Error('oops') } },
  );
  assert.equal(broken.reply.failed_results.length, 1);
  await refused(tavilyExtract, {}, /list of addresses is empty/);
  const many = (count: number) => ({
    urls: Array.from({ length: count }, (_, at) => `https://a.test/${at}`),
  });
  assert.equal((await ask(tavilyExtract, many(20))).reply.results.length, 20);
  await refused(tavilyExtract, many(21), /At most 20/);
});

test('Exa: the search, its contents, and the pages of addresses', async () => {
  const { reply, asked } = await ask(exaSearch, { query: 'q' });
  assert.deepEqual(asked, [{ text: 'q', limit: 10, scope: ANY_SCOPE }]);
  const [id, title] = ['https://a.test/x?y=1#z', 'A'];
  const dated = { publishedDate: '2026-01-31T08:00:00' };
  assert.deepEqual([reply.requestId, reply.results[0]], ['r1', { id, url: id, title, ...dated }]);
  assert.ok(!('publishedDate' in reply.results[1]));
  const first = async (contents: unknown) =>
    (await ask(exaSearch, { query: 'q', contents })).reply.results[0];
  assert.deepEqual(await first({ highlights: {} }), {
    id,
    url: id,
    title,
    ...dated,
    highlights: ['One.', 'Two.'],
  });
  assert.equal((await first({ text: true })).text, 'One. And. Two.');
  assert.equal((await first({ text: { maxCharacters: 3 } })).text, 'One');
  assert.ok(!('text' in (await first({ text: false, highlights: null }))));
  const wanted = {
    ...{
      query: 'q',
      numResults: 3,
      userLocation: 'DE',
      includeDomains: ['a.test'],
      excludeDomains: ['b.test'],
    },
    ...{ startPublishedDate: '2020-01-01T00:00:00Z', endPublishedDate: '2020-02-01' },
  };
  const sites = { only: ['a.test'], never: ['b.test'] };
  const scope = scoped({ country: 'DE', since: '2020-01-01', until: '2020-02-01', sites });
  assert.deepEqual((await ask(exaSearch, wanted)).asked, [{ text: 'q', limit: 3, scope }]);
  const contents = await ask(exaContents, { ids: ['https://a.test/', 'https://b.test/'] });
  assert.deepEqual(contents.reply, {
    requestId: 'r1',
    results: [
      {
        id: 'https://a.test/',
        url: 'https://a.test/',
        title: 'Page A',
        publishedDate: '2026-01-31',
        text: 'One. And. Two.',
      },
    ],
    statuses: [
      { id: 'https://a.test/', status: 'success' },
      {
        id: 'https://b.test/',
        status: 'error',
        error: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404, message: 'not now' },
      },
    ],
  });
  const short = await ask(exaContents, { urls: ['https://a.test/'], text: { maxCharacters: 4 } });
  assert.equal(short.reply.results[0].text, 'One.');
  const answer = await ask(exaAnswer, { query: 'q' });
  assert.deepEqual(answer.asked, [{ text: 'q', limit: 5, scope: ANY_SCOPE }]);
  assert.deepEqual([answer.reply.requestId, answer.reply.answer], ['r1', 'So [1].']);
  assert.deepEqual(answer.reply.citations[0], { id, url: id, title });
});

test('Perplexity: several queries in turn, each page once, and filters', async () => {
  const { reply, asked } = await ask(perplexitySearch, { query: ['q', 'r'], max_results: 2 });
  assert.deepEqual(
    asked.map(({ text, limit }) => [text, limit]),
    [
      ['q', 2],
      ['r', 2],
    ],
  );
  assert.deepEqual([reply.id, Object.keys(reply), reply.results.length], ['r1', ['id', 'results'], 2]);
  const about = { title: 'A', url: 'https://a.test/x?y=1#z', snippet: 'About A.' };
  assert.deepEqual(reply.results[0], { ...about, date: '2026-01-31' });
  assert.equal((await ask(perplexitySearch, { query: 'q' })).asked[0]?.limit, 10);
  const scopeOf = async (body: object) =>
    (await ask(perplexitySearch, { query: 'q', ...body })).asked[0]?.scope;
  const filters = {
    ...{
      search_domain_filter: ['https://a.test', '-b.test'],
      search_language_filter: ['de', 'fr'],
      country: 'DE',
    },
    ...{
      search_after_date_filter: '3/1/2020',
      search_before_date_filter: '12/31/2020',
      search_recency_filter: 'day',
    },
  };
  const sites = { only: ['a.test'], never: ['b.test'] };
  const dated = { since: '2020-03-01', until: '2020-12-31' };
  assert.deepEqual(await scopeOf(filters), scoped({ sites, language: 'de', country: 'DE', ...dated }));
  const day = await scopeOf({ search_recency_filter: 'day' });
  assert.notDeepEqual(day, ANY_SCOPE);
  assert.deepEqual(await scopeOf({ search_recency_filter: 'hour' }), day);
  const tokensOf = async (body: object) =>
    (await ask(perplexitySearch, { query: 'q', ...body })).asked[0]?.tokens;
  assert.deepEqual(
    [await tokensOf({}), await tokensOf({ max_tokens: 300 }), await tokensOf({ max_tokens_per_page: 30 })],
    [undefined, 300, 300],
  );
  assert.equal(await tokensOf({ max_tokens: 200, max_tokens_per_page: 30 }), 200);
  assert.equal(await tokensOf({ max_tokens: 90_000 }), 20_000);
  await refused(perplexitySearch, { query: [] }, /`query` is missing/);
  await refused(perplexitySearch, { query: ['1', '2', '3', '4', '5', '6'] }, /at most 5/);
  assert.equal((await ask(perplexitySearch, { query: ['1', '2', '3', '4', '5'] })).asked.length, 5);
  await refused(
    perplexitySearch,
    { query: 'q', search_after_date_filter: '2020' },
    /`search_after_date_filter`/,
  );
});

test('Brave: results of the first page, and passages with the age of each page', async () => {
  const web = async (query: Record<string, string>) =>
    ask(braveWebSearch, undefined, { query: { q: 'q', ...query } });
  const { reply, asked } = await web({});
  assert.deepEqual(asked, [{ text: 'q', limit: 20, scope: ANY_SCOPE }]);
  assert.deepEqual(reply.query, { original: 'q', more_results_available: false });
  assert.deepEqual([reply.type, reply.web.type, reply.web.family_friendly], ['search', 'search', true]);
  assert.deepEqual(reply.web.results[0], {
    ...{ type: 'search_result', title: 'A', url: 'https://a.test/x?y=1#z', description: 'About A.' },
    page_age: '2026-01-31T08:00:00',
    meta_url: { scheme: 'https', netloc: 'a.test', hostname: 'a.test', path: '/x' },
  });
  const { meta_url: place, ...second } = reply.web.results[1];
  assert.deepEqual([place.netloc, place.hostname, 'page_age' in second], ['b.test:81', 'b.test', false]);
  assert.deepEqual((await web({ offset: '1' })).reply.web.results, []);
  assert.equal((await web({ offset: '0', count: '3' })).asked[0]?.limit, 3);
  const scopeOf = async (query: Record<string, string>) => (await web(query)).asked[0]?.scope;
  const period = scoped({ since: '2020-01-01', until: '2020-02-01' });
  assert.deepEqual(await scopeOf({ freshness: '2020-01-01to2020-02-01' }), period);
  const since = async (freshness: string) => (await scopeOf({ freshness }))?.since ?? '';
  const [day, week, month, year] = await Promise.all(['pd', 'pw', 'pm', 'py'].map(since));
  assert.ok(String(day) > String(week) && String(week) > String(month) && String(month) > String(year));
  assert.deepEqual(await scopeOf({ country: 'ALL', search_lang: 'de' }), scoped({ language: 'de' }));
  assert.deepEqual(await scopeOf({ country: 'DE' }), scoped({ country: 'DE' }));
  await refused(braveWebSearch, undefined, /`freshness`/, { q: 'q', freshness: 'x2020-01-01to2020-02-01' });
  const context = await ask(braveContext, { q: 'q' });
  assert.deepEqual(context.asked, [{ text: 'q', limit: 10, scope: ANY_SCOPE, tokens: 8192 }]);
  const url = 'https://a.test/x?y=1#z';
  assert.deepEqual(context.reply.grounding, {
    generic: [{ url, title: 'A', snippets: ['One.', 'Two.'] }],
    map: [],
  });
  const { title, hostname, age } = context.reply.sources[url];
  assert.deepEqual(
    [title, hostname, ...age.slice(0, 2)],
    ['A', 'a.test', 'Saturday, January 31, 2026', '2026-01-31'],
  );
  const days = Math.floor((Date.now() - Date.UTC(2026, 0, 31)) / 86_400_000);
  assert.equal(age[2], `${Math.max(0, days)} days ago`);
  const most = await ask(braveContext, {
    q: 'q',
    maximum_number_of_tokens: 32_768,
    maximum_number_of_urls: 4,
  });
  assert.deepEqual([most.asked[0]?.tokens, most.asked[0]?.limit], [20_000, 4]);
});

test('Brave: its name for Japanese, and as many pages and passages as are asked for', async () => {
  const { asked } = await ask(braveWebSearch, undefined, {
    query: { q: 'q', search_lang: 'jp', offset: '9' },
  });
  assert.deepEqual(asked[0]?.scope, scoped({ language: 'ja' }));
  const each = { q: 'q', maximum_number_of_snippets_per_url: 1, maximum_number_of_urls: 50 };
  const { reply, asked: read } = await ask(braveContext, each);
  assert.deepEqual(
    reply.grounding.generic.map(({ snippets }: { snippets: string[] }) => snippets),
    [['One.']],
  );
  assert.deepEqual([Object.keys(reply.sources), read[0]?.limit], [['https://a.test/x?y=1#z'], 10]);
  for (const [field, range] of [
    ['maximum_number_of_snippets_per_url', [1, 256]],
    ['maximum_number_of_tokens', [1, 32_768]],
    ['maximum_number_of_urls', [1, 50]],
  ] as const)
    await limited(braveContext, field, range);
});

test('each service has its own limits', async () => {
  for (const [endpoint, field, range] of [
    [tavilySearch, 'max_results', [0, 20]],
    [tavilySearch, 'days', [1, 3650]],
    [exaSearch, 'numResults', [1, 20]],
    [perplexitySearch, 'max_results', [1, 20]],
    [perplexitySearch, 'max_tokens', [1, 1_000_000]],
    [perplexitySearch, 'max_tokens_per_page', [1, 1_000_000]],
    [braveWebSearch, 'count', [1, 20]],
    [braveWebSearch, 'offset', [0, 9]],
  ] as const)
    await limited(endpoint, field, range);
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

test('SearXNG, Ollama and Open WebUI: their own shapes', async () => {
  const { reply, asked } = await ask(searxng, undefined, {
    query: { q: 'q', time_range: 'day', language: 'all' },
  });
  assert.deepEqual(
    [asked[0]?.limit, asked[0]?.scope.language, asked[0]?.scope.since === null],
    [10, 'auto', false],
  );
  assert.deepEqual(reply.unresponsive_engines, [
    ['engine_a', 'it broke'],
    ['engine_b', 'rests'],
  ]);
  const { results, query, number_of_results, answers, corrections, infoboxes, suggestions } = reply;
  assert.deepEqual([query, number_of_results], ['q', 3]);
  assert.deepEqual([answers, corrections, infoboxes, suggestions], [[], [], [], []]);
  const [first, second] = results;
  assert.deepEqual(first, {
    ...{ url: 'https://a.test/x?y=1#z', title: 'A', content: 'About A.' },
    ...{ engine: 'engine_b', engines: ['engine_b'], category: 'general', template: 'default.html' },
    ...{ parsed_url: ['https', 'a.test', '/x', '', 'y=1', 'z'], positions: [1], score: 1 },
    ...{ thumbnail: '', img_src: '', publishedDate: '2026-01-31T08:00:00' },
  });
  assert.deepEqual(
    [second.engine, second.score, second.publishedDate, second.positions],
    ['sayso', 0.5, null, [2]],
  );
  const later = await ask(searxng, { q: 'q', pageno: 2, language: 'de' });
  assert.deepEqual([later.reply.results, later.reply.number_of_results], [[], 0]);
  assert.equal(later.asked[0]?.scope.language, 'de');
  assert.deepEqual(
    (await ask(searxng, { q: 'q', time_range: 'None', pageno: 1000 })).asked[0]?.scope,
    ANY_SCOPE,
  );
  await refused(searxng, { q: 'q', pageno: 1001 }, /`pageno` must be a whole number from 1 to 1000/);
  const failed = await ask(searxng, { q: 'q' }, { found: { failed: 'all broke' } });
  assert.deepEqual(failed.reply.unresponsive_engines, [['sayso', 'The search failed: all broke.']]);
  await refused(searxng, { q: 'q', pageno: 0 }, /`pageno`/);
  const ollama = await ask(ollamaSearch, { query: 'q' });
  assert.deepEqual(ollama.asked, [{ text: 'q', limit: 5, scope: ANY_SCOPE }]);
  assert.deepEqual(ollama.reply.results[0], {
    title: 'A',
    url: 'https://a.test/x?y=1#z',
    content: 'One.\n\nTwo.',
  });
  await refused(ollamaSearch, { query: 'q', max_results: 11 }, /from 1 to 10/);
  assert.equal((await ask(ollamaSearch, { query: 'q', max_results: 10 })).asked[0]?.limit, 10);
  const page = await ask(ollamaFetch, { url: 'https://a.test/' });
  assert.deepEqual(page.reply, { title: 'Page A', content: 'One. And. Two.', links: [] });
  await assert.rejects(ask(ollamaFetch, { url: 'https://b.test/' }), /was not read: not now/);
  const list = await ask(openWebUiSearch, { query: 'q' });
  assert.deepEqual([list.asked[0]?.limit, list.reply.length], [5, 3]);
  assert.deepEqual(list.reply[0], { link: 'https://a.test/x?y=1#z', title: 'A', snippet: 'About A.' });
  await refused(openWebUiSearch, { query: 'x'.repeat(101) }, /The field `query` is longer than 100/);
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
    [exaSearch, { userLocation: '?', startPublishedDate: '?', endPublishedDate: '?', numResults: 0 }],
    [exaSearch, { includeDomains: ['?'], excludeDomains: ['?'], contents: 'x' }],
    [perplexitySearch, { search_language_filter: '?', country: '?', search_before_date_filter: '?' }],
    [perplexitySearch, { search_recency_filter: '?', search_domain_filter: ['-?'], max_tokens: 0 }],
    [braveWebSearch, { search_lang: '?', country: '?', freshness: '?', count: 0, offset: 10 }],
    [braveContext, { maximum_number_of_urls: 51, maximum_number_of_tokens: 0 }],
    [searxng, { language: '?', time_range: '?', safesearch: '3' }],
  ] as const)
    for (const [field, wrong] of Object.entries(fields)) {
      const sent = { q: 'q', query: 'q', [field]: wrong };
      const name = field === 'contents' ? /JSON object/ : new RegExp(`^The field \`${field}\``);
      await assert.rejects(
        ask(endpoint, sent, { query: sent }),
        { code: 'invalid-question', message: name },
        field,
      );
    }
  for (const [endpoint, name] of [
    ...[tavilySearch, exaSearch, exaAnswer, ollamaSearch, openWebUiSearch].map(
      (each) => [each, 'query'] as const,
    ),
    ...[braveWebSearch, braveContext, searxng].map((each) => [each, 'q'] as const),
  ])
    for (const text of [undefined, ' ', 'x'.repeat(101)]) {
      const sent = text === undefined ? {} : { [name]: text };
      const message = new RegExp(`^The field \`${name}\` is (?:missing|empty|longer than 100 characters)\\.`);
      await assert.rejects(ask(endpoint, sent, { query: sent }), { message });
    }
});

test('a service is told by its path, else by the fields and headers of the request', () => {
  const dialect = (url: string, body: unknown = {}, headers = {}, method = 'POST') =>
    dialectOf({ url, body, headers, method } as Parameters<typeof dialectOf>[0]);
  for (const [path, name] of Object.entries({
    ...{ '/res/v1/web/search': 'brave', '/api/web_fetch': 'ollama', '/contents': 'exa', '/answer': 'exa' },
    ...{ '/extract': 'tavily', '/search/external?q=1': 'open-webui', '/search?q=/res/': 'searxng' },
  }))
    assert.equal(dialect(path), name, path);
  assert.equal(dialect('/search', undefined, {}, 'GET'), 'searxng');
  assert.equal(dialect('/search', { q: 'x' }), 'searxng');
  assert.equal(dialect('/search', { q: 'x', query: 'x' }), 'tavily');
  assert.equal(dialect('/search?xq=1', null), 'tavily');
  assert.equal(dialect('/search?x=1&q=1', 'text'), 'searxng');
  assert.equal(dialect('/search', { query: 'x', numResults: null }), 'tavily');
  for (const field of ['numResults', 'contents', 'includeDomains', 'endPublishedDate', 'type'])
    assert.equal(dialect('/search', { query: 'x', [field]: 1 }), 'exa', field);
  assert.equal(dialect('/search', { query: 'x' }, { 'user-agent': 'exa-node 1' }), 'exa');
  assert.equal(dialect('/search', { query: 'x' }, { 'user-agent': 'my exa-node' }), 'tavily');
  assert.equal(dialect('/search', { query: 'x' }, { 'x-exa-integration': 'y' }), 'exa');
  assert.equal(dialect('/search', { query: ['x'] }), 'perplexity');
  assert.equal(dialect('/search', { query: 'x' }, { 'x-stainless-lang': 'js' }), 'perplexity');
  assert.equal(dialect('/search', { query: 'x', max_tokens: 5 }), 'perplexity');
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
  const domains = new Fields({ only: [' https://a.test/b/c ', 'b.test', 'c.test/d'] });
  assert.deepEqual(readScope(domains, { only: 'only' }).sites.only, ['a.test', 'b.test', 'c.test']);
  const given = ['DE', 'de', 'Germany', 'united states', 'Narnia', 'Deu'];
  assert.deepEqual(given.map(toCountryCode), ['DE', 'de', 'DE', 'US', undefined, undefined]);
});
