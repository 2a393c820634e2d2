import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { SlotPosition } from '../core/attempt.ts';
import { startBudget } from '../core/budget.ts';
import { startDeadline } from '../core/deadline.ts';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import { runOf } from '../core/run.ts';
import type { Hit } from '../core/source.ts';
import type { Read } from '../read/reading.ts';
import type { Search } from '../search/search.ts';
import { createQuickGather } from './gather.ts';
import type { GatherDeps } from './steps.ts';

const nobody = new AbortController().signal;
const hit: Hit = { url: 'https://a.test/', title: 'Axolotl', snippet: 'An axolotl is a salamander.' };
const page = {
  url: hit.url,
  title: 'A',
  text: 'Words.',
  language: null,
  publishedAt: null,
  siteName: null,
  author: null,
};
const late: Read = async function* () {
  yield { status: 'skipped', url: hit.url, reason: 'late', isLate: true, tookMs: 1 };
};
const finds =
  (hits: readonly Hit[], slot: SlotPosition): Search =>
  async ({ text }) => ({ words: text, outcome: { status: 'ok' }, hits, slot, trail: [] });
const steps: GatherDeps = {
  readMessage: async () => ({ query: 'axolotl', isGuess: false, tokens: 40 }),
  search: finds([hit], 2),
  reading: null,
  select: async ({ hits }) => hits.map((each, at) => ({ ...each, index: at + 1, passages: [] })),
};

async function gather(
  more: Partial<Parameters<typeof createQuickGather>[0]> = {},
  deadlineMs = 10_000,
  question = QUESTION,
) {
  using deadline = startDeadline(deadlineMs, nobody);
  const budget = startBudget(deadline, 700);
  const gathering = createQuickGather({ ...steps, ...more })({ ...runOf(question, deadline), budget });
  const events: AnswerEvent[] = [];
  for (let next = await gathering.next(); ; next = await gathering.next()) {
    if (next.done) return { events, evidence: next.value satisfies Evidence };
    events.push(next.value);
  }
}

test('gathers with one search: what the question means, what was found, and what it cost', async () => {
  const read: Read = async function* () {
    yield { status: 'read', page, tookMs: 1 };
  };
  const { events, evidence } = await gather({ reading: { read, timeoutMs: 100, maxPages: 10 } });
  assert.deepEqual(
    events.map(({ type }) => type),
    ['search-end', 'page-read', 'sources'],
  );
  const { meaning, searches, texts, sources, tokens } = evidence;
  assert.deepEqual([meaning, searches[0]?.words, searches[0]?.slot], ['axolotl', 'axolotl', 2]);
  assert.deepEqual([searches.length, texts, sources.length, tokens], [1, undefined, 1, 40]);
});

test('the pages whose addresses are typed in a question are read first, whatever the search finds', async () => {
  const reads = (...urls: string[]): Read =>
    async function* (hits) {
      for (const { url } of hits)
        if (urls.includes(url)) yield { status: 'read', page: { ...page, url }, tookMs: 1 };
        else yield { status: 'skipped', url, reason: 'gone', isLate: false, tookMs: 1 };
    };
  const [a, b] = ['https://typed.test/a?x=(1)', 'https://typed.test/b'];
  const failing: Search = async ({ text }) => ({
    ...{ words: text, outcome: { status: 'failed', cause: 'down' }, hits: [], slot: null, trail: [] },
  });
  const sourcesFor = async (text: string, read: Read, search = steps.search, scope = QUESTION.scope) => {
    const reading = { read, timeoutMs: 100, maxPages: 10 };
    const { evidence } = await gather({ reading, search }, 10_000, { ...QUESTION, text, scope });
    return [evidence.searches[0]?.outcome.status, ...evidence.sources.map(({ url }) => url)];
  };
  assert.deepEqual(await sourcesFor(`Summarize ${b}.`, reads(b, hit.url)), ['ok', b, hit.url]);
  assert.deepEqual(await sourcesFor(`Compare (${a}) and ${b}?`, reads(a, b)), ['ok', a, b, hit.url]);
  assert.deepEqual(await sourcesFor(`Summarize ${b}, please`, reads(b), failing), ['ok', b]);
  assert.deepEqual(await sourcesFor(`Summarize ${b}`, reads(), failing), ['failed']);
  assert.deepEqual(await sourcesFor(`Summarize ${b}`, reads()), ['ok', hit.url]);
  assert.deepEqual(await sourcesFor(`What is on ${hit.url}`, reads()), ['ok', hit.url]);
  const only = { ...QUESTION.scope, sites: { only: ['a.test'], never: [] } };
  assert.deepEqual(await sourcesFor(`Summarize ${b}`, reads(b), steps.search, only), ['ok', hit.url]);
});

test('for programs, the evidence has the text of each page, or else the text of its hit', async () => {
  const text = 'From the back-end.';
  const hits = ['a', 'b', 'c', 'd'].map((name) => ({ ...hit, url: `https://${name}.test/` }));
  const found = hits.map((each, at) => (at === 3 ? each : { ...each, text }));
  const read: Read = async function* ([first, second]) {
    yield { status: 'read', page: { ...page, url: first?.url ?? '' }, tookMs: 1 };
    yield { status: 'read', page: { ...page, url: second?.url ?? '', text: ' ' }, tookMs: 1 };
  };
  const { evidence } = await gather({
    ...{ keepsTexts: true, reading: { read, timeoutMs: 100, maxPages: 10 } },
    search: finds(found, 1),
  });
  const [a, b, c] = hits.map(({ url }) => url);
  assert.deepEqual(
    [...(evidence.texts ?? [])],
    [
      [a, page.text],
      [b, text],
      [c, text],
    ],
  );
  assert.deepEqual(evidence.searches[0]?.outcome, { status: 'ok' });
});

test('a question that only loses spaces is not reported as reworded', async () => {
  const readMessage = async ({ text }: { text: string }) => ({
    query: text.trim(),
    isGuess: false,
    tokens: 0,
  });
  const spaced = { ...QUESTION, text: ' What is a quark? ' };
  const { events, evidence } = await gather({ readMessage }, 10_000, spaced);
  assert.ok(events[0]?.type === 'search-end' && events[0].query === undefined);
  assert.equal(evidence.meaning, spaced.text);
});

test('each step gets its share of the time, and the passages get their number of tokens', async () => {
  const shares: number[] = [];
  const read: Read = async function* (_hits, { timeoutMs }) {
    shares.push(Math.round(timeoutMs / 100));
    yield* [];
  };
  await gather({
    readMessage: async ({ text }, budgetMs) => {
      shares.push(Math.round(budgetMs / 100));
      return { query: text, isGuess: false, tokens: 0 };
    },
    search: async (query, budgetMs, signal) => {
      shares.push(query.limit, Math.round(budgetMs / 100));
      return steps.search(query, budgetMs, signal);
    },
    reading: { read, timeoutMs: 60_000, maxPages: 10 },
    select: async ({ contextTokens }) => {
      shares.push(contextTokens);
      return [];
    },
  });
  assert.deepEqual(shares, [15, 10, 60, 40, 700]);
});

test('evidence is rushed if a page was late only because the caller allows little time', async () => {
  const rushed = async (deadlineMs: number) =>
    (await gather({ reading: { read: late, timeoutMs: 1000, maxPages: 10 } }, deadlineMs)).evidence.isRushed;
  assert.deepEqual([await rushed(2000), await rushed(10_000)], [true, false]);
});

test('no page is read in vain, and a failed search reports no sources', async () => {
  const never: Read = async function* () {
    yield* [];
    assert.fail('reads without a hit');
  };
  const reading = { read: never, timeoutMs: 1000, maxPages: 10 };
  const outcome = { status: 'failed', cause: 'refused' } as const;
  const report = { words: 'axolotl', outcome, hits: [], slot: null, trail: [] };
  const { events } = await gather({ reading, search: async () => report });
  assert.deepEqual(events, [{ type: 'search-end', search: 0, slot: null, trail: [], query: 'axolotl' }]);
});

test('at the deadline, a search in progress has failed, and the pages that arrived are used', async () => {
  const forever = () => new Promise<never>(() => undefined);
  const { evidence } = await gather({ search: forever }, 20);
  const outcome = { status: 'failed', cause: 'it did not finish in time' };
  assert.deepEqual(evidence.searches, [{ words: 'axolotl', outcome, slot: null, trail: [] }]);
  const read: Read = async function* (_hits, _timeoutMs, signal) {
    yield { status: 'read', page, tookMs: 1 };
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const half = await gather({ reading: { read, timeoutMs: 60_000, maxPages: 10 }, keepsTexts: true }, 20);
  assert.deepEqual([...(half.evidence.texts ?? [])], [[hit.url, page.text]]);
});

test('a fault before the deadline is thrown, in the search and in the reading', async () => {
  const fault = new Error('a fault');
  const broken: Read = async function* () {
    yield* [];
    throw fault;
  };
  await assert.rejects(gather({ search: () => Promise.reject(fault) }), fault);
  await assert.rejects(gather({ reading: { read: broken, timeoutMs: 1000, maxPages: 10 } }), fault);
});

test('as many hits are asked for as pages may be read, if that is more than the sources', async () => {
  const limitFor = async (reading: GatherDeps['reading'], maxSources: number) => {
    let asked = 0;
    const search: GatherDeps['search'] = async (request, shareMs, signal) => {
      asked = request.limit;
      return await steps.search(request, shareMs, signal);
    };
    await gather({ search, reading }, 10_000, { ...QUESTION, maxSources });
    return asked;
  };
  const reading = { read: late, timeoutMs: 1000, maxPages: 7 };
  assert.deepEqual(
    [await limitFor(reading, 5), await limitFor(reading, 9), await limitFor(null, 5)],
    [7, 9, 5],
  );
});

test('a model call is counted if condensing the question took tokens', async () => {
  const callsWith = async (tokens: number) => {
    const { evidence } = await gather({
      readMessage: async () => ({ query: 'axolotl', isGuess: false, tokens }),
    });
    return evidence.calls;
  };
  assert.deepEqual([await callsWith(0), await callsWith(1)], [0, 1]);
});

test('the time until the search, the reading and the selection ended is booked for each', async () => {
  const booked: string[] = [];
  using deadline = startDeadline(10_000, nobody);
  const budget = startBudget(deadline, 700);
  const watched = { ...budget, book: (part: string) => void booked.push(part) };
  const gathering = createQuickGather(steps)({ ...runOf(QUESTION, deadline), budget: watched });
  while (!(await gathering.next()).done);
  assert.deepEqual(booked, ['searchMs', 'readMs', 'selectMs']);
});
