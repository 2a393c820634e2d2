import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { type GivenParts, testParts } from '../../test/support/parts.ts';
import type { SlotPosition } from '../core/attempt.ts';
import { startBudget } from '../core/budget.ts';
import { startDeadline } from '../core/deadline.ts';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { runOf } from '../core/run.ts';
import type { Hit } from '../core/source.ts';
import type { PageReader } from '../read/read.ts';
import type { Search } from '../search/search.ts';
import type { Writer } from '../write/writer.ts';
import { gatherQuickly, gatherSources, toSourceContext } from './gather.ts';

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
const late: PageReader['read'] = async function* () {
  yield { status: 'skipped', url: hit.url, reason: 'late', isLate: true, tookMs: 1 };
};
const finds =
  (hits: readonly Hit[], slot: SlotPosition): Search =>
  async ({ text }) => ({ words: text, outcome: { status: 'ok' }, hits, slot, trail: [] });
/** Understands every follow-up as this query. */
const understand = async () => ({ query: 'axolotl', isGuess: false, tokens: 40, calls: 1 });
const writer: Writer = { name: 'm', needsSources: false, async *write() {} };
const search = finds([hit], 2);
const partsOf = ({ models, ...more }: GivenParts) =>
  testParts({ search, ...more, models: { writer, understand, ...models } });

const followUp: Question = { ...QUESTION, history: [{ question: 'Is it a fish?', answer: 'No.' }] };

async function gather(more: GivenParts = {}, deadlineMs = 10_000, question = followUp) {
  using deadline = startDeadline(deadlineMs, nobody);
  const budget = startBudget(deadline, 700);
  const gathering = gatherQuickly({ ...runOf(question, deadline), budget }, partsOf(more));
  const events: AnswerEvent[] = [];
  for (let next = await gathering.next(); ; next = await gathering.next()) {
    if (next.done) return { events, evidence: next.value satisfies Evidence };
    events.push(next.value);
  }
}

/** The texts that a program gets with the evidence. */
async function textsFor(more: GivenParts, deadlineMs = 10_000) {
  const asked = { ...QUESTION, deadlineAtMs: performance.now() + deadlineMs };
  const events = await Array.fromAsync(gatherSources(runOf(asked, { signal: nobody }), partsOf(more)));
  const last = events.at(-1);
  return [...((last?.type === 'gather-end' && last.evidence.texts) || [])];
}

test('gathers with one search: what the question means, what was found, and what it cost', async () => {
  const read: PageReader['read'] = async function* () {
    yield { status: 'read', url: page.url, page, tookMs: 1 };
  };
  const { events, evidence } = await gather({ reader: { read, timeoutMs: 100, maxPages: 10 } });
  assert.deepEqual(
    events.map(({ type }) => type),
    ['search-end', 'page-read', 'sources'],
  );
  const { meaning, searches, texts, sources, tokens } = evidence;
  assert.deepEqual([meaning, searches[0]?.words, searches[0]?.slot], ['axolotl', 'axolotl', 2]);
  assert.deepEqual([searches.length, texts, sources.length, tokens], [1, undefined, 1, 40]);
});

test('the pages whose addresses are typed in a question are read first, whatever the search finds', async () => {
  const reads = (...urls: string[]): PageReader['read'] =>
    async function* (hits) {
      for (const { url } of hits)
        if (urls.includes(url)) yield { status: 'read', url, page: { ...page, url }, tookMs: 1 };
        else yield { status: 'skipped', url, reason: 'gone', tookMs: 1 };
    };
  const [a, b] = ['https://typed.test/a?x=(1)', 'https://typed.test/b'];
  const failing: Search = async ({ text }) => ({
    ...{ words: text, outcome: { status: 'failed', cause: 'down' }, hits: [], slot: null, trail: [] },
  });
  const sourcesFor = async (
    text: string,
    read: PageReader['read'],
    searching = search,
    scope = QUESTION.scope,
  ) => {
    const reader = { read, timeoutMs: 100, maxPages: 10 };
    const { evidence } = await gather({ reader, search: searching }, 10_000, { ...QUESTION, text, scope });
    return [evidence.searches[0]?.outcome.status, ...evidence.sources.map(({ url }) => url)];
  };
  assert.deepEqual(await sourcesFor(`Summarize ${b}.`, reads(b, hit.url)), ['ok', b, hit.url]);
  assert.deepEqual(await sourcesFor(`Compare (${a}) and ${b}?`, reads(a, b)), ['ok', a, b, hit.url]);
  assert.deepEqual(await sourcesFor(`Summarize ${b}, please`, reads(b), failing), ['ok', b]);
  assert.deepEqual(await sourcesFor(`Summarize ${b}`, reads(), failing), ['failed']);
  assert.deepEqual(await sourcesFor(`Summarize ${b}`, reads()), ['ok', hit.url]);
  assert.deepEqual(await sourcesFor(`What is on ${hit.url}`, reads()), ['ok', hit.url]);
  const only = { ...QUESTION.scope, sites: { only: ['a.test'], never: [] } };
  assert.deepEqual(await sourcesFor(`Summarize ${b}`, reads(b), search, only), ['ok', hit.url]);
});

test('for programs, the evidence has the text of each page, or else the text of its hit', async () => {
  const text = 'From the back-end.';
  const hits = ['a', 'b', 'c', 'd'].map((name) => ({ ...hit, url: `https://${name}.test/` }));
  const found = hits.map((each, at) => (at === 3 ? each : { ...each, text }));
  const read: PageReader['read'] = async function* ([first, second]) {
    const urls = [first?.url ?? '', second?.url ?? ''] as const;
    yield { status: 'read', url: urls[0], page: { ...page, url: urls[0] }, tookMs: 1 };
    yield { status: 'read', url: urls[1], page: { ...page, url: urls[1], text: ' ' }, tookMs: 1 };
  };
  const texts = await textsFor({
    reader: { read, timeoutMs: 100, maxPages: 10 },
    search: finds(found, 1),
  });
  const [a, b, c] = hits.map(({ url }) => url);
  assert.deepEqual(texts, [
    [a, page.text],
    [b, text],
    [c, text],
  ]);
});

test('a short first question is its own query; a model reads a long one, one in parts and a follow-up', async () => {
  const queryOf = async (text: string, { history } = QUESTION) => {
    const { evidence } = await gather({}, 10_000, { ...followUp, text, history });
    return evidence.meaning;
  };
  assert.equal(await queryOf('Who was he?'), 'Who was he?');
  assert.equal(await queryOf('one line\nand another'), 'one line\nand another');
  const texts = ['Fix:\n\nI are here.', 'What is wrong?\n```\nlet a = ;\n```', 'It is so. '.repeat(50)];
  for (const text of texts) assert.equal(await queryOf(text), 'axolotl', text);
  assert.equal(await queryOf('Who was he?', followUp), 'axolotl');
});

test('a question that only loses spaces is not reported as reworded', async () => {
  const models = {
    understand: async ({ text }: { text: string }) => ({
      query: text.trim(),
      isGuess: false,
      tokens: 0,
      calls: 0,
    }),
  };
  const spaced = { ...followUp, text: ' What is a quark? ' };
  const { events, evidence } = await gather({ models }, 10_000, spaced);
  assert.ok(events[0]?.type === 'search-end' && events[0].query === undefined);
  assert.equal(evidence.meaning, spaced.text);
});

test('each step gets its share of the time, and the passages get their number of tokens', async () => {
  const shares: number[] = [];
  const read: PageReader['read'] = async function* (_hits, { timeoutMs }) {
    shares.push(Math.round(timeoutMs / 100));
    yield* [];
  };
  await gather({
    models: {
      understand: async ({ text }, budgetMs) => {
        shares.push(Math.round(budgetMs / 100));
        return { query: text, isGuess: false, tokens: 0, calls: 0 };
      },
    },
    search: async (query, signal) => {
      shares.push(query.limit, Math.round(query.timeoutMs / 100));
      return search(query, signal);
    },
    reader: { read, timeoutMs: 60_000, maxPages: 10 },
    select: async ({ contextTokens }) => {
      shares.push(contextTokens);
      return [];
    },
  });
  assert.deepEqual(shares, [15, 10, 60, 40, 700]);
});

test('evidence is rushed if a page was late only because the caller allows little time', async () => {
  const rushed = async (deadlineMs: number) =>
    (await gather({ reader: { read: late, timeoutMs: 1000, maxPages: 10 } }, deadlineMs)).evidence.isRushed;
  assert.deepEqual([await rushed(2000), await rushed(10_000)], [true, false]);
});

test('no page is read in vain, and a failed search reports no sources', async () => {
  const never: PageReader['read'] = async function* () {
    yield* [];
    assert.fail('reads without a hit');
  };
  const reader = { read: never, timeoutMs: 1000, maxPages: 10 };
  const outcome = { status: 'failed', cause: 'refused' } as const;
  const report = { words: 'axolotl', outcome, hits: [], slot: null, trail: [] };
  const { events } = await gather({ reader, search: async () => report });
  const [event, ...others] = events;
  assert.deepEqual([event?.type === 'search-end' && event.query, others], ['axolotl', []]);
});

test('at the deadline, a search in progress has failed, and the pages that arrived are used', async () => {
  const forever = () => new Promise<never>(() => undefined);
  const { evidence } = await gather({ search: forever }, 20);
  const outcome = { status: 'failed', cause: 'it did not finish in time' };
  assert.deepEqual(evidence.searches, [{ words: 'axolotl', outcome, slot: null, trail: [] }]);
  const read: PageReader['read'] = async function* (_hits, _timeoutMs, signal) {
    yield { status: 'read', url: page.url, page, tookMs: 1 };
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const half = await textsFor({ reader: { read, timeoutMs: 60_000, maxPages: 10 } }, 20);
  assert.deepEqual(half, [[hit.url, page.text]]);
});

test('a fault before the deadline is thrown, in the search and in the reading', async () => {
  const fault = new Error('a fault');
  const broken: PageReader['read'] = async function* () {
    yield* [];
    throw fault;
  };
  await assert.rejects(gather({ search: () => Promise.reject(fault) }), fault);
  await assert.rejects(gather({ reader: { read: broken, timeoutMs: 1000, maxPages: 10 } }), fault);
});

test('as many hits are asked for as pages may be read, if that is more than the sources', async () => {
  const limitFor = async (reader: GivenParts['reader'], maxSources: number) => {
    let asked = 0;
    const noting: Search = async (request, signal) => {
      asked = request.limit;
      return await search(request, signal);
    };
    await gather({ search: noting, reader }, 10_000, { ...QUESTION, maxSources });
    return asked;
  };
  const reader = { read: late, timeoutMs: 1000, maxPages: 7 };
  assert.deepEqual(
    [await limitFor(reader, 5), await limitFor(reader, 9), await limitFor(null, 5)],
    [7, 9, 5],
  );
});

test('without a writer no page is read for an answer, only for a program', async () => {
  const read: PageReader['read'] = async function* () {
    yield { status: 'read', url: page.url, page, tookMs: 1 };
  };
  const given = { reader: { read, timeoutMs: 100, maxPages: 10 }, models: { writer: null } };
  const { events } = await gather(given);
  assert.ok(!events.some(({ type }) => type === 'page-read'));
  assert.deepEqual(await textsFor(given), [[hit.url, page.text]]);
});

test('a limit that Sayso chose is told with its reason, and that the model is still loading', () => {
  const limits = { maxSources: 5, contextTokens: 700 };
  const reason = 'the model is slow';
  assert.deepEqual(toSourceContext(limits), undefined);
  assert.deepEqual(toSourceContext({ ...limits, reason }), { tokens: 700, reason, loading: undefined });
  const loading = { tokens: 700, reason, loading: true };
  assert.deepEqual(toSourceContext({ ...limits, reason, isLoading: true }), loading);
});
