import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf } from '../../../test/support/fixed-answer.ts';
import {
  countedPaths,
  type FixedReplies,
  RECORD,
  startTextInterface,
} from '../../../test/support/fixed-replies.ts';
import { until } from '../../../test/support/until.ts';
import type { JudgedStatement } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Source } from '../../core/source.ts';
import { createKeyGuard } from '../http/guards.ts';
import type { RestDeps } from './answering.ts';
import { createRest } from './rest.ts';

type Readiness = ReturnType<RestDeps['readiness']>;

const start = (replies?: FixedReplies) => startTextInterface(createRest, replies);
type Sent = {
  readonly payload?: object;
  readonly headers?: Record<string, string>;
  readonly method?: 'GET' | 'HEAD';
};

async function send(url: string, { payload, headers = {}, method }: Sent = {}, replies: FixedReplies = {}) {
  await using started = await start(replies);
  const verb = method ?? (payload === undefined ? 'GET' : 'POST');
  const reply = await started.app.inject({ method: verb, url, headers, ...(payload && { payload }) });
  const [question] = started.requests.questions;
  const [search] = started.requests.searches;
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.body,
    json: () => reply.json(),
    question,
    search,
  };
}

const full: Source = {
  ...{ index: 1, url: 'https://a.example/', title: 'A', snippet: 's', basis: 'page' },
  ...{ readAt: '2026-01-02T03:04:05Z', publishedAt: '2025-12-31', siteName: 'A site', author: 'Ada' },
  slot: 2,
  passages: [{ text: 'One.', from: 0, to: 4 }],
};

test('health is the configuration, and the longest question is in a header', async () => {
  const { json, headers } = await send('/api/health');
  assert.deepEqual(json(), {
    ...{ status: 'ok', version: '1.2.3', llm_configured: true },
    search_primary_url: 'http://primary.example',
    search_secondary_url: 'http://secondary.example',
  });
  assert.equal(headers['sayso-max-query-chars'], '100');
  const head = await send('/api/health', { method: 'HEAD' });
  assert.deepEqual([head.status, head.body, head.headers['sayso-max-query-chars']], [200, '', '100']);
});

test('the metrics are text that is never cached', async () => {
  const { body, headers } = await send('/metrics');
  assert.equal(body, 'sayso_up 1\n');
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal((await send('/metrics', { method: 'HEAD' })).status, 200);
});

test('the probes say whether the process is alive, and whether it should get questions', async () => {
  assert.deepEqual((await send('/livez')).json(), { status: 'ok' });
  assert.equal((await send('/livez', { method: 'HEAD' })).status, 200);
  const ready = await send('/readyz');
  assert.deepEqual([ready.status, ready.json()], [200, { status: 'ready' }]);
  assert.equal(ready.headers['cache-control'], 'no-store');
  assert.equal((await send('/readyz', { method: 'HEAD' })).status, 200);
  const slot: Readiness['slots'][number] = {
    ...({ position: 1, name: 'first', label: 'first at http://10.0.0.1/' } as const),
    ...({ state: 'open', restMs: 500 } as const),
    lastCall: { status: 'failed', fault: { cause: 'it is down', address: 'http://10.0.0.1/' }, agoMs: 7 },
  };
  const notReady = (over: Partial<Readiness>): FixedReplies => ({
    parts: {
      readiness: () => ({ ready: false, answersAlone: false, slots: [slot], shortOf: null, ...over }),
    },
  });
  for (const [over, message] of [
    [{}, /^Every search back-end is suspended after failures/],
    [{ slots: [] }, /^No search back-end is configured/],
    [{ shortOf: 'time' }, /short of CPU time; new questions are refused/],
    [{ shortOf: 'memory' }, /short of memory; new questions are refused/],
  ] as const) {
    const { status, json, headers } = await send('/readyz', {}, notReady(over));
    assert.deepEqual([status, json().status, headers['cache-control']], [503, 'not-ready', 'no-store']);
    assert.match(json().error, message);
    assert.equal(json().slots, undefined);
    assert.equal((await send('/readyz', { method: 'HEAD' }, notReady(over))).status, 503);
  }
  const shown = (await send('/readyz?verbose', {}, notReady({ answersAlone: true }))).json();
  assert.equal(shown.answers_alone, true);
  assert.doesNotMatch(JSON.stringify(shown.slots), /10\.0\.0\.1/);
  const { search_engine, state, rest_ms, last_call } = shown.slots[0];
  assert.deepEqual([search_engine, state, rest_ms], ['engine_a', 'open', 500]);
  assert.deepEqual(last_call, { status: 'failed', cause: 'it is down', ago_ms: 7 });
});

test('with keys, the details of the probe need one and then name the back-ends', async () => {
  const guard = createKeyGuard(['k']);
  const slot = {
    position: 1,
    name: 'first',
    label: 'first at http://10.0.0.1/',
    state: 'closed',
    restMs: 0,
    lastCall: null,
  } as const;
  const readiness = () => ({ ready: true, answersAlone: false, slots: [slot], shortOf: null });
  const replies: FixedReplies = { guard, parts: { readiness } };
  assert.equal((await send('/readyz', {}, replies)).status, 200);
  assert.equal((await send('/livez', {}, replies)).status, 200);
  assert.equal((await send('/api/health', {}, replies)).status, 200);
  assert.equal((await send('/readyz?verbose', {}, replies)).status, 401);
  assert.equal((await send('/metrics', {}, replies)).status, 401);
  const headers = { authorization: 'Bearer k', origin: 'https://other.example' };
  const shown = await send('/readyz?verbose=1', { headers }, replies);
  assert.deepEqual(shown.json().slots, [
    {
      ...{ search_engine: 'engine_a', name: 'first at http://10.0.0.1/', state: 'closed' },
      ...{ rest_ms: 0, last_call: null },
    },
  ]);
  assert.equal(shown.headers['access-control-allow-origin'], undefined);
});

test('an answer has exactly the fields of the contract', async () => {
  const { json, headers, question } = await send(
    '/api/ask',
    { payload: { query: 'Who built it?' } },
    {
      answer: { sources: [full] },
    },
  );
  assert.deepEqual(json(), {
    ...{ answer: 'Yes [1].', html_answer: '<p>Yes [1].</p>', speakable_text: 'Yes.' },
    sources: [{ index: 1, title: 'A', url: 'https://a.example/', snippet: 's' }],
    ...{ model: 'm', search_engine: 'engine_a', tokens_used: 7, error: null },
  });
  assert.equal(headers.vary, 'Accept, Accept-Language, Prefer');
  assert.equal(
    headers['server-timing'],
    'search;dur=1000.0, read;dur=2000.0, select;dur=3000.0, write;dur=4000.0, check;dur=5000.0, ' +
      'render;dur=6000.0, total;dur=21000.0, first-text;dur=3500.0',
  );
  assert.equal(question?.id, headers['x-request-id']);
  assert.deepEqual(
    [question?.text, question?.maxSources, question?.deadlineMs, question?.depth, question?.history],
    ['Who built it?', 5, 30_000, undefined, []],
  );
  assert.deepEqual(question?.scope, ANY_SCOPE);
});

test('with verdicts, sources say what they rest on, and statements what their sources say', async () => {
  const quote = { source: 1, text: 'It is so.', from: 3, to: 12 };
  const statement: JudgedStatement = {
    ...{ index: 0, text: 'Yes.', from: 0, to: 8, verdict: 'differs', score: 0.25, quotes: [quote] },
    citationMoves: [{ was: 2, now: 1, at: 4 }],
    difference: { kind: 'number', stated: '7', found: quote },
  };
  const statements = (kind: 'number' | 'date' | 'unit' | 'name'): FixedReplies => ({
    *events() {
      for (const event of eventsOf({ sources: [full, { ...full, index: 2 }] }))
        yield event.type === 'answer-end'
          ? { ...event, statements: [{ ...statement, difference: { kind, stated: '7', found: quote } }] }
          : event;
    },
  });
  const payload = { query: 'Who built it?', verdicts: true };
  const { json } = await send('/api/ask', { payload }, statements('number'));
  const { sources, speakable_text, statements: judged } = json();
  assert.deepEqual(sources[0], {
    ...{ index: 1, title: 'A', url: 'https://a.example/', snippet: 's', basis: 'page', cited: true },
    ...{ read: '2026-01-02T03:04:05Z', date: '2025-12-31', site: 'A site', author: 'Ada' },
  });
  assert.equal(sources[1].cited, false);
  const words = { source: 1, quote: 'It is so.', from: 3, to: 12 };
  assert.deepEqual(judged, [
    {
      ...{ index: 0, text: 'Yes.', from: 0, to: 8, verdict: 'differs', score: 0.25, quotes: [words] },
      citation_moved: [{ was: 2, now: 1 }],
      difference: { kind: 'number', stated: '7', found: words },
    },
  ]);
  assert.match(speakable_text, /^Yes\. \S/);
  for (const kind of ['date', 'unit'] as const)
    assert.equal(
      (await send('/api/ask', { payload }, statements(kind))).json().speakable_text,
      speakable_text,
    );
  assert.equal((await send('/api/ask', { payload }, statements('name'))).json().speakable_text, 'Yes.');
  const without = await send('/api/ask', { payload: { query: 'Who?' } }, statements('number'));
  assert.equal(without.json().statements, undefined);
});

test('all options of a question reach the service', async () => {
  const history = [{ question: 'What is it?', answer: 'A bridge.' }];
  const payload = {
    query: 'Who built it?',
    num_sources: 7,
    history,
    depth: 'deep',
    country: 'de',
    language: 'fr',
  };
  const { question } = await send('/api/ask', { payload });
  assert.deepEqual(
    [question?.maxSources, question?.depth, question?.deadlineMs, question?.history],
    [7, 'deep', 120_000, history],
  );
  assert.deepEqual([question?.scope.country, question?.scope.language], ['DE', 'fr']);
  const headers = { 'cache-control': 'no-cache', 'accept-language': 'de-CH;q=1, en', prefer: 'wait=10' };
  const wished = await send('/api/ask', { payload: { query: 'Who?' }, headers });
  assert.deepEqual([wished.question?.fresh, wished.question?.readerLanguage], [true, 'de-CH']);
  assert.ok((wished.question?.deadlineMs ?? 0) < 10_000);
  assert.equal(wished.headers['preference-applied'], 'wait=10');
  const longer = await send('/api/ask', { payload: { query: 'Who?' }, headers: { prefer: 'wait=1000' } });
  assert.equal(longer.question?.deadlineMs, 30_000);
  const operator = await send('/api/ask', { payload: { query: 'Who? site:b.example' } });
  assert.deepEqual(operator.question?.scope.sites.only, ['b.example']);
});

test('a failed search is a 502 with the empty fields of its path', async () => {
  const replies: FixedReplies = {
    *events(): Generator<AnswerEvent> {
      yield { type: 'search-end', search: 0, slot: null, trail: [] };
      throw new Failure('search-unavailable', 'The search failed.', { retryAfterMs: 1500 });
    },
  };
  const payload = { query: 'Who?' };
  const asked = await send('/api/ask', { payload }, replies);
  assert.deepEqual([asked.status, asked.headers['retry-after']], [502, '2']);
  assert.deepEqual(asked.json(), { error: 'The search failed.', answer: '', sources: [] });
  const queried = await send('/api/v1/query?q=Who', {}, replies);
  assert.deepEqual(queried.json(), { error: 'The search failed.', answer: '', speakable_text: '' });
});

test('a query answers in few fields, by GET, POST and HEAD', async () => {
  const expected = {
    ...{ query: ' Who? ', answer: 'Yes [1].', speakable_text: 'Yes.', model: 'm' },
    sources: [{ index: 1, title: 'A', url: 'https://a.example/' }],
    ...{ search_engine: 'engine_a', tokens_used: 7 },
  };
  const get = await send('/api/v1/query?q=%20Who%3F%20');
  assert.deepEqual(get.json(), expected);
  assert.deepEqual([get.question?.deadlineMs, get.headers['cache-control']], [20_000, 'no-store']);
  const post = await send('/api/v1/query', { payload: { query: ' Who? ' } });
  assert.deepEqual(post.json(), expected);
  assert.equal(post.headers['cache-control'], undefined);
  const head = await send('/api/v1/query?q=Who', { method: 'HEAD' });
  assert.deepEqual([head.status, head.question], [200, undefined]);
  assert.equal(head.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal((await send('/api/v1/query', { method: 'HEAD' })).status, 400);
  const deep = await send('/api/v1/query?q=Who&depth=deep&country=fr');
  assert.deepEqual(
    [deep.question?.depth, deep.question?.deadlineMs, deep.question?.scope.country],
    ['deep', 120_000, 'FR'],
  );
  const error = { error: 'It was cut.', errorMissingInText: true };
  const cut = (await send('/api/v1/query?q=Who', {}, { answer: error })).json();
  assert.deepEqual([cut.answer, cut.speakable_text], ['Yes [1].\n\nIt was cut.', 'Yes. It was cut.']);
});

test('a query that a browser makes ahead of time, or as part of a page, is refused', async () => {
  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'Prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin', 'sec-fetch-user': '?1' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[])
    assert.equal((await send('/api/v1/query?q=Who', { headers })).status, 403, JSON.stringify(headers));
  for (const headers of [
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' },
    { purpose: 'reading' },
  ] as Record<string, string>[])
    assert.equal((await send('/api/v1/query?q=Who', { headers })).status, 200, JSON.stringify(headers));
});

test('every form comes under its own type, and others are not acceptable', async () => {
  const formOf = async (accept: string) => {
    const { headers, body } = await send('/api/ask', { payload: { query: 'Who?' }, headers: { accept } });
    return [headers['content-type'], body.slice(0, 8)];
  };
  assert.deepEqual(await formOf('text/plain'), ['text/plain; charset=utf-8', 'Yes.\n']);
  assert.deepEqual(await formOf('text/markdown'), ['text/markdown; charset=utf-8', 'Yes [1].']);
  assert.equal((await formOf('text/html'))[0], 'text/html; charset=utf-8');
  assert.equal((await formOf('application/ssml+xml'))[0], 'application/ssml+xml; charset=utf-8');
  const refused = await send('/api/ask', { payload: { query: 'Who?' }, headers: { accept: 'image/png' } });
  assert.equal(refused.status, 406);
  assert.equal(
    refused.json().error,
    '`Accept` allows none of the available forms: application/json, text/event-stream, text/plain, ' +
      'text/markdown, text/html, application/ssml+xml.',
  );
});

test('an answer that was kept may be reused, and is not sent to a caller who has it', async () => {
  const kept = { id: 'abc', ageMs: 2500, lifetimeMs: 60_000 };
  const replies: FixedReplies = { answer: { kept } };
  const first = await send('/api/v1/query?q=Who', {}, replies);
  assert.deepEqual(
    [first.headers['cache-control'], first.headers.age, first.headers.etag],
    ['private, max-age=60', '2', '"abc-j"'],
  );
  const askedWith = (tag: string, given = replies) =>
    send('/api/v1/query?q=Who', { headers: { 'if-none-match': tag } }, given);
  for (const tag of ['"abc-j"', 'W/"abc-j"', '"x" , "abc-j"', '*']) {
    const again = await askedWith(tag);
    assert.deepEqual([again.status, again.body], [304, ''], tag);
  }
  for (const tag of ['"W/abc-j"', '"abc"', 'abc-j', '"abc-t"', '', '"*"'])
    assert.equal((await askedWith(tag)).status, 200, tag);
  const made: FixedReplies = { answer: { kept: { ...kept, ageMs: 0 } } };
  assert.deepEqual(
    [(await askedWith('*', made)).status, (await askedWith('"abc-j"', made)).status],
    [200, 304],
  );
  const stale = await askedWith('"abc-j"', { answer: { kept: { ...kept, ageMs: 60_000 } } });
  assert.deepEqual([stale.status, stale.headers.age, stale.headers.etag], [200, '60', undefined]);
});

test('the passages are a text and sources, with the outcomes of the slots', async () => {
  const replies: FixedReplies = {
    evidence: { sources: [full], searches: [{ ...RECORD, words: 'other words' }] },
  };
  const payload = { query: 'Who?', max_tokens: 500, num_sources: 3 };
  const { json, question } = await send('/api/context', { payload }, replies);
  const { text, tokens, ...rest } = json();
  assert.match(text, /One\./);
  assert.ok(tokens > 0 && tokens <= 500);
  assert.deepEqual(rest, {
    ...{ query: 'Who?', searched_for: 'other words', language: 'en' },
    sources: [
      {
        ...{
          index: 1,
          title: 'A',
          url: 'https://a.example/',
          site: rest.sources[0].site,
          date: '2025-12-31',
        },
        ...{ author: 'Ada', basis: 'page', read: '2026-01-02T03:04:05Z', search_engine: 'engine_b' },
        passages: [{ text: 'One.', from: 0, to: 4 }],
      },
    ],
    search_engine: 'engine_a',
    slots: [{ search_engine: 'engine_a', status: 'ok', cause: '', took_ms: 1 }],
  });
  assert.deepEqual([question?.maxSources, question?.deadlineMs], [3, 30_000]);
  assert.ok((question?.sourceTokens ?? 0) > 0 && (question?.sourceTokens ?? 0) < 500);
  const { index, url, title, snippet, passages } = full;
  const bare: FixedReplies = { evidence: { sources: [{ index, url, title, snippet, passages }] } };
  const plain = (await send('/api/context', { payload: { query: 'a question' } }, bare)).json();
  assert.equal(plain.searched_for, undefined);
  assert.deepEqual(
    [plain.sources[0].date, plain.sources[0].author, plain.sources[0].read],
    [null, null, undefined],
  );
});

test('a search is its hits in order, with the outcomes of the slots', async () => {
  const hit = (at: number) => ({ url: `https://www.h${at}.example/`, title: `H${at}`, snippet: 's' });
  const hits = [{ ...hit(1), publishedAt: '2026-01-02', slot: 2 as const }, hit(2), hit(3)];
  const trail = [
    {
      slot: 1,
      status: 'failed',
      cause: 'it broke',
      tookMs: 1.26,
      ignored: ['country'],
      reason: 'network',
    },
    ...RECORD.trail,
  ] as const;
  const record = { ...RECORD, hits, slot: 2, trail } as const;
  const { json, search } = await send(
    '/api/search',
    { payload: { query: 'Who?', num_results: 2 } },
    { record },
  );
  const { slots, ...found } = json();
  assert.match(found.results[0].site, /h1\.example$/);
  assert.deepEqual(found, {
    query: 'Who?',
    results: [
      {
        ...{
          index: 1,
          title: 'H1',
          url: 'https://www.h1.example/',
          site: found.results[0].site,
          snippet: 's',
        },
        ...{ date: '2026-01-02', search_engine: 'engine_b' },
      },
      {
        index: 2,
        title: 'H2',
        url: 'https://www.h2.example/',
        site: found.results[1].site,
        snippet: 's',
        date: null,
      },
    ],
    search_engine: 'engine_b',
  });
  const failure = { status: 'failed', cause: 'it broke', reason: 'network', took_ms: 1.3 };
  assert.deepEqual(slots, [
    { search_engine: 'engine_a', ...failure, ignored: ['country'] },
    { search_engine: 'engine_a', status: 'ok', cause: '', took_ms: 1 },
  ]);
  assert.deepEqual([search?.text, search?.limit, search?.timeoutMs], ['Who?', 2, 30_000]);
  const failed = { ...RECORD, outcome: { status: 'failed', cause: 'all broke' }, slot: null } as const;
  const refused = await send('/api/search', { payload: { query: 'Who?' } }, { record: failed });
  assert.deepEqual(
    [refused.status, refused.json()],
    [502, { error: 'The search failed: all broke.', results: [] }],
  );
  const empty = { ...RECORD, outcome: { status: 'empty' }, hits: [], slot: null } as const;
  assert.deepEqual(
    (await send('/api/search', { payload: { query: 'Who?' } }, { record: empty })).json().results,
    [],
  );
});

test('a deep answer can be ended early by its own caller, once, while it is made', async () => {
  const guard = createKeyGuard(['a', 'b']);
  const replies: FixedReplies = {
    guard,
    async *events(_question, _signal, endEarly) {
      yield { type: 'begin' };
      await until(() => endEarly?.aborted === true);
      yield* eventsOf();
    },
  };
  await using started = await start(replies);
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  const payload = { query: 'Who?', depth: 'deep' };
  const asking = started.app.inject({ method: 'POST', url: '/api/ask', payload, headers: as('a') });
  await until(() => started.requests.questions.length > 0);
  const id = started.requests.questions[0]?.id;
  const finish = async (path: string, key: string) => {
    const reply = await started.app.inject({
      method: 'POST',
      url: `/api/ask/${path}/finish`,
      headers: as(key),
    });
    return [reply.statusCode, reply.body === '' ? null : reply.json().error];
  };
  const missing = [404, 'No deep answer with this id is in progress here.'];
  assert.deepEqual(await finish('other', 'a'), missing);
  assert.deepEqual(await finish(String(id), 'b'), missing);
  assert.deepEqual(await finish(String(id), 'a'), [204, null]);
  assert.equal((await asking).statusCode, 200);
  assert.deepEqual(await finish(String(id), 'a'), missing);
});

test('a plan is what a deep answer would search for, and empty if it would not search', async () => {
  const replies: FixedReplies = {
    *events(): Generator<AnswerEvent> {
      yield { type: 'begin' };
      yield { type: 'plan', subQuestions: ['one', 'two'] };
      throw new Failure('internal', 'The answer is not made.');
    },
  };
  const history = [{ question: 'What is it?', answer: 'A bridge.' }];
  const payload = { query: 'Who built it?', history, country: 'de' };
  const { json, question } = await send('/api/plan', { payload }, replies);
  assert.deepEqual(json(), { query: 'Who built it?', sub_questions: ['one', 'two'] });
  assert.deepEqual(
    [question?.depth, question?.deadlineMs, question?.history, question?.scope.country],
    ['deep', 120_000, history, 'DE'],
  );
  const calculated = await send('/api/plan', { payload: { query: '1 + 1' } });
  assert.deepEqual(calculated.json(), { query: '1 + 1', sub_questions: [] });
});

test('every path that causes work counts towards the rate limit, and no other', async () => {
  const payload = { query: 'Who?' };
  const post = (name: string) => ({ method: 'POST', url: `/api/${name}`, payload }) as const;
  const counted = ['ask', 'context', 'search', 'plan', 'v1/query'].map(post);
  const get = ['/api/v1/query?q=Who', '/api/health', '/livez', '/readyz', '/metrics', '/openapi.json'].map(
    (url) => ({ method: 'GET', url }) as const,
  );
  const head = { method: 'HEAD', url: '/api/v1/query?q=Who' } as const;
  assert.deepEqual(await countedPaths(createRest, [...counted, ...get, head, post('ask/x/finish')]), [
    ...counted.map(({ url }) => `POST ${url}`),
    'GET /api/v1/query?q=Who',
  ]);
});
