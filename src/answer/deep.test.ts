import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { type GivenParts, testParts } from '../../test/support/parts.ts';
import { startBudget } from '../core/budget.ts';
import { startDeadline } from '../core/deadline.ts';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { runOf } from '../core/run.ts';
import type { Hit, Page } from '../core/source.ts';
import type { PageReader } from '../read/read.ts';
import type { Search } from '../search/search.ts';
import type { Researcher, Writer } from '../write/writer.ts';
import { gatherDeeply } from './deep.ts';
import type { Parts } from './parts.ts';

const nobody = new AbortController().signal;
const hitAt = (url: string): Hit => ({ url, title: url, snippet: 'A quark is a particle of matter.' });
const pageAt = (url: string): Page => ({
  ...{ url, title: 'A', text: 'A quark is matter.', language: null },
  ...{ publishedAt: null, siteName: null, author: null },
});
const failed = {
  ...{ words: '', hits: [] },
  outcome: { status: 'failed', cause: 'down' },
  slot: null,
  trail: [],
} as const;

/** A search that finds these addresses for these words, and fails for any others. */
const finding =
  (found: Readonly<Record<string, readonly string[]>>): Search =>
  async ({ text }) => {
    const urls = found[text];
    if (urls === undefined) return { ...failed, words: text };
    const status = urls.length === 0 ? 'empty' : 'ok';
    return { words: text, outcome: { status }, hits: urls.map(hitAt), slot: 1, trail: [] };
  };
const reading: PageReader['read'] = async function* (hits) {
  for (const { url } of hits) yield { status: 'read', url, page: pageAt(url), tookMs: 1 };
};

/** Research that names these parts, for 10 tokens, and this gap, for 20 tokens. */
const naming = (parts: readonly string[], gap: readonly string[] = []) => {
  const limits: { timeoutMs: number; maxTokens: number }[] = [];
  const researcher: Researcher = {
    async plan(_, given) {
      limits.push(given);
      return { queries: parts, tokens: 10, calls: 1 };
    },
    async findGap(_, given) {
      limits.push(given);
      return { queries: gap, tokens: 20, calls: 1 };
    },
  };
  return { researcher, limits };
};

const writer: Writer = { name: 'm', needsSources: false, async *write() {} };
/** What a test gives, with the researcher and the understanding beside the parts. */
type Given = Omit<GivenParts, 'models'> &
  Pick<NonNullable<GivenParts['models']>, 'researcher' | 'understand' | 'fitSources'>;
const partsOf = ({ researcher = naming([]).researcher, understand, fitSources = null, ...more }: Given) =>
  testParts({
    search: finding({ quark: ['https://a.test/1'] }),
    reader: { read: reading, timeoutMs: 60_000, maxPages: 10 },
    ...more,
    models: { writer, researcher, fitSources, ...(understand && { understand }) },
  });
const question: Question = { ...QUESTION, text: 'quark', maxSources: 10 };
const followUp = { ...question, text: 'and it?', history: [{ question: 'Is it big?', answer: 'No.' }] };

async function gather(more: Given = {}, asked = question, signal = nobody, early?: AbortSignal) {
  using deadline = startDeadline(60_000, signal);
  const budget = startBudget(deadline, 700);
  const run = { ...runOf(asked, { signal: deadline.signal, endEarly: early }), budget };
  const gathering = gatherDeeply(run, partsOf(more));
  const events: AnswerEvent[] = [];
  for (let next = await gathering.next(); ; next = await gathering.next()) {
    if (next.done) return { events, evidence: next.value satisfies Evidence, booked: budget.booked };
    events.push(next.value);
  }
}
const typesOf = (events: readonly AnswerEvent[]) => events.map(({ type }) => type);
const urlsOf = ({ sources }: Evidence) => sources.map(({ url }) => url);

test('the question and its parts are searched for, then what is missing; pages are read once', async () => {
  const search = finding({
    quark: ['https://a.test/1'],
    part: ['https://b.test/'],
    gap: ['https://b.test/', 'https://c.test/'],
  });
  const { events, evidence } = await gather({ search, researcher: naming(['part'], ['gap']).researcher });
  assert.deepEqual(typesOf(events), [
    ...['begin', 'plan', 'search-end', 'search-end', 'page-read', 'page-read', 'gap'],
    ...['search-end', 'page-read', 'sources'],
  ]);
  const told = events.flatMap((event) =>
    event.type === 'search-end' ? [[event.search, event.query, event.round, event.found]] : [],
  );
  assert.deepEqual(told, [
    [0, 'quark', 1, ['https://a.test/1']],
    [1, 'part', 1, ['https://b.test/']],
    [2, 'gap', 2, ['https://b.test/', 'https://c.test/']],
  ]);
  const read = events.flatMap((event) => (event.type === 'page-read' ? [[event.url, event.round]] : []));
  assert.deepEqual(read, [
    ['https://a.test/1', 1],
    ['https://b.test/', 1],
    ['https://c.test/', 2],
  ]);
  assert.partialDeepStrictEqual(
    [events[1], events[6]],
    [
      { type: 'plan', subQuestions: ['quark', 'part'] },
      { type: 'gap', missing: ['gap'] },
    ],
  );
  assert.deepEqual(
    [evidence.meaning, evidence.tokens, evidence.calls, evidence.isRushed],
    ['quark', 30, 2, false],
  );
  assert.equal(evidence.searches.length, 3);
});

test('there is one round if nothing is missing, and no second one if nothing was found', async () => {
  assert.deepEqual(typesOf((await gather()).events), [
    'begin',
    'plan',
    'search-end',
    'page-read',
    'gap',
    'sources',
  ]);
  const { researcher, limits } = naming([], ['gap']);
  const { events, evidence } = await gather({ researcher, search: finding({ quark: [] }) });
  assert.deepEqual([typesOf(events), limits.length], [['begin', 'plan', 'search-end', 'gap', 'sources'], 1]);
  assert.deepEqual([evidence.sources, evidence.tokens, evidence.calls], [[], 10, 1]);
});

test('hits of several searches come first, then those of the question; a site has four places', async () => {
  const a = (at: number) => `https://a.test/${at}`;
  const search = finding({
    quark: [a(1), a(2), a(3), 'https://b.test/x/', a(4), a(5)],
    part: ['https://b.test/x#y', 'https://c.test/'],
  });
  const { evidence } = await gather({ search, researcher: naming(['part']).researcher });
  assert.deepEqual(urlsOf(evidence), [a(1), 'https://b.test/x/', a(2), a(3), 'https://c.test/', a(4), a(5)]);
  const few = await gather(
    { search, researcher: naming(['part']).researcher },
    { ...question, maxSources: 2 },
  );
  assert.deepEqual(urlsOf(few.evidence), [a(1), 'https://b.test/x/']);
});

test('words that were searched for are not searched for again', async () => {
  const search = finding({ quark: ['https://a.test/1'], part: [], gap: [] });
  const { events } = await gather({
    search,
    researcher: naming(['part'], ['Part!', 'quark', 'gap']).researcher,
  });
  const queries = events.flatMap((event) => (event.type === 'search-end' ? event.query : []));
  assert.deepEqual(queries, ['quark', 'part', 'gap']);
  const missing = events.flatMap((event) => (event.type === 'gap' ? event.missing : []));
  assert.deepEqual(missing, ['gap']);
});

test('sources are chosen for the question with its parts and the missing facts', async () => {
  const chosenFor: string[] = [];
  const select: Parts['select'] = async ({ question: { text }, contextTokens }) => {
    chosenFor.push(`${text} ${contextTokens}`);
    return [];
  };
  const search = finding({ quark: ['https://a.test/1'], part: [], gap: [] });
  await gather({ select, search, researcher: naming(['part'], ['gap']).researcher });
  assert.deepEqual(chosenFor, ['quark\npart 700', 'quark\npart\ngap 700']);
});

test('the plan and the gap get their shares of time and tokens, at most what is left', async () => {
  const { researcher, limits } = naming([], []);
  await gather({ researcher });
  assert.deepEqual(
    limits.map(({ maxTokens }) => maxTokens),
    [1_500, 6_000],
  );
  assert.deepEqual(
    limits.map(({ timeoutMs }) => Math.round(timeoutMs / 1000)),
    [9, 18],
  );
  const spent = naming([], []);
  const understand = async () => ({ query: 'quark', isGuess: false, tokens: 14_950, calls: 1 });
  await gather({ researcher: spent.researcher, understand }, followUp);
  assert.deepEqual(
    spent.limits.map(({ maxTokens }) => maxTokens),
    [50, 40],
  );
});

test('a follow-up is searched for by its meaning, at the cost of one call', async () => {
  const understand = async () => ({ query: 'quark', isGuess: false, tokens: 5, calls: 1 });
  const { evidence } = await gather({ understand }, followUp);
  assert.deepEqual([evidence.meaning, evidence.searches[0]?.words], ['quark', 'quark']);
  assert.deepEqual([evidence.tokens, evidence.calls], [35, 3]);
  const spaced = await gather({ search: finding({ ' quark ': [] }) }, { ...question, text: ' quark ' });
  assert.equal(spaced.evidence.meaning, ' quark ');
});

test('a caller who ends early waits only for the search for the question; nothing else begins', async () => {
  const { researcher, limits } = naming(['part'], ['gap']);
  const { events, evidence } = await gather(
    {
      researcher,
      search: async (asked, signal) => {
        if (asked.text === 'part')
          return await new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          );
        return await finding({ quark: ['https://a.test/1'] })(asked, signal);
      },
    },
    question,
    nobody,
    AbortSignal.abort(),
  );
  assert.deepEqual(typesOf(events), ['begin', 'plan', 'search-end', 'search-end', 'gap', 'sources']);
  assert.deepEqual([urlsOf(evidence), evidence.isRushed, limits.length], [['https://a.test/1'], true, 1]);
  assert.equal(evidence.searches[1]?.outcome.status, 'failed');
});

test('ending early in the middle ends the research, and no listener stays', async () => {
  const early = new AbortController();
  const researcher: Researcher = {
    ...naming([]).researcher,
    plan: (_text, _limits, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ queries: [], tokens: 0, calls: 1 }));
        early.abort();
      }),
  };
  assert.equal((await gather({ researcher }, question, nobody, early.signal)).evidence.isRushed, true);
  assert.equal(getEventListeners(early.signal, 'abort').length, 0);
});

test('a caller who ends early gets no more source text than can be read at once', async () => {
  const chosen = async (contextTokens: number, early: AbortSignal) => {
    const budgets: number[] = [];
    const select: Parts['select'] = async ({ contextTokens: tokens }) => {
      budgets.push(tokens);
      return [];
    };
    const more = { select, fitSources: () => ({ maxSources: 2, contextTokens }) };
    await gather(more, question, nobody, early);
    return budgets.at(-1);
  };
  const atOnce = AbortSignal.abort();
  assert.deepEqual([await chosen(200, atOnce), await chosen(900, atOnce)], [200, 700]);
  assert.equal(await chosen(200, nobody), 700);
  // The wish comes after the sources were first chosen.
  const late = new AbortController();
  const findGap: Researcher['findGap'] = async () => {
    late.abort();
    return { queries: [], tokens: 0, calls: 1 };
  };
  const tokens: number[] = [];
  const select: Parts['select'] = async ({ contextTokens }) => {
    tokens.push(contextTokens);
    return [];
  };
  const researcher = { ...naming([]).researcher, findGap };
  const fitSources = () => ({ maxSources: 2, contextTokens: 200 });
  await gather({ select, researcher, fitSources }, question, nobody, late.signal);
  assert.deepEqual(tokens, [700, 200]);
});

test('evidence is rushed if pages were late because time was short', async () => {
  const late: PageReader['read'] = async function* ([hit]) {
    yield { status: 'skipped', url: hit?.url ?? '', reason: 'late', isLate: true, tookMs: 1 };
  };
  const { events, evidence } = await gather({ reader: { read: late, timeoutMs: 60_000, maxPages: 10 } });
  assert.ok(events.some((event) => event.type === 'page-skip' && event.round === 1));
  assert.equal(evidence.isRushed, true);
  assert.equal(
    (await gather({ reader: { read: late, timeoutMs: 10, maxPages: 10 } })).evidence.isRushed,
    false,
  );
});

test('at most as many pages are read in a round as the settings allow', async () => {
  const search = finding({ quark: ['https://a.test/1', 'https://b.test/', 'https://c.test/'] });
  const { events } = await gather({ search, reader: { read: reading, timeoutMs: 60_000, maxPages: 2 } });
  const read = events.flatMap((event) => (event.type === 'page-read' ? event.url : []));
  assert.deepEqual(read, ['https://a.test/1', 'https://b.test/']);
});

test('a given plan is searched for instead of the question, and no model plans', async () => {
  const search = finding({ one: ['https://a.test/1'], two: ['https://b.test/'] });
  const { researcher, limits } = naming(['part']);
  const { events, evidence } = await gather({ search, researcher }, { ...question, plan: ['one', 'two'] });
  assert.partialDeepStrictEqual(events[1] ?? {}, { type: 'plan', subQuestions: ['one', 'two'] });
  assert.deepEqual(
    evidence.searches.map(({ words }) => words),
    ['one', 'two'],
  );
  assert.equal(evidence.meaning, 'quark');
  assert.equal(limits.length, 1, 'only what is missing is asked of the model');
});
