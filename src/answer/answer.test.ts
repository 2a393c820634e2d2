import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import type { Answer, CitationMove } from '../core/answer.ts';
import { untilAborted } from '../core/deadline.ts';
import type { AnswerEvent, SearchReport } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import { collect, runOf } from '../core/run.ts';
import type { Hit } from '../core/source.ts';
import type { Search } from '../search/search.ts';
import type { Writer, WritingTask, WrittenPart } from '../write/writer.ts';
import { createAnswerer } from './answer.ts';
import { createQuickGather } from './gather.ts';
import type { AnswerDeps } from './steps.ts';

const question: Question = { ...QUESTION, text: 'What is an axolotl?' };
const hit: Hit = { url: 'https://a.test/', title: 'Axolotl', snippet: 'An axolotl is a salamander.' };
const nobody = new AbortController().signal;
assertNothingListens(nobody);

const foundReport: SearchReport = {
  words: question.text,
  outcome: { status: 'ok' },
  hits: [hit],
  slot: 2,
  trail: [
    { slot: 1, status: 'failed', cause: 'primary: connection refused', tookMs: 1 },
    { slot: 2, status: 'ok', cause: '', tookMs: 1 },
  ],
};
const emptyReport: SearchReport = {
  ...{ words: question.text, hits: [] },
  outcome: { status: 'empty' },
  slot: null,
  trail: [{ slot: 1, status: 'empty', cause: '', tookMs: 1 }],
};
const halfFailedReport: SearchReport = {
  ...emptyReport,
  trail: [...emptyReport.trail, { slot: 2, status: 'failed', cause: 'secondary: status 500', tookMs: 1 }],
};
const failedReport: SearchReport = {
  ...emptyReport,
  outcome: { status: 'failed', cause: 'primary: connection refused' },
  trail: [{ slot: 1, status: 'failed', cause: 'primary: connection refused', tookMs: 1 }],
};

const writerOf = (write: Writer['write'], needsSources = false): Writer => ({
  name: 'test-model',
  needsSources,
  write,
});
const saying = (...pieces: string[]): Writer =>
  writerOf(async function* () {
    for (const text of pieces) yield { type: 'text', text };
    yield { type: 'usage', tokens: 12 };
  });
const brokenAfter = (...pieces: string[]): Writer =>
  writerOf(async function* () {
    for (const text of pieces) yield { type: 'text', text };
    throw new Failure('model-unavailable', 'The model refused the key.');
  });
/** Yields these pieces and then hangs until its signal aborts. */
const hangingAfter = (...pieces: string[]): Writer =>
  writerOf(async function* (_task, signal) {
    for (const text of pieces) yield { type: 'text', text };
    await untilAborted(new Promise(() => undefined), signal);
  });

const steps = (
  report: SearchReport,
  writer: Writer | null,
  { search = async () => report, ...more }: Partial<AnswerDeps & { search: Search }> = {},
): AnswerDeps => ({
  gather: createQuickGather({
    readMessage: async ({ text }) => ({ query: text, isGuess: false, tokens: 0 }),
    search,
    select: async ({ hits }) => hits.map((each, at) => ({ ...each, index: at + 1, passages: [] })),
    reading: null,
  }),
  writer,
  quotePassages: null,
  createCitationFilter: () => ({ push: (piece) => piece, end: () => '', moves: [] }),
  sanitizeMarkdown: (markdown) => markdown,
  render: (markdown) => ({ html: `<p>${markdown}</p>`, speech: markdown }),
  modelOnlyFallback: true,
  correct: null,
  corpus: 'web',
  contextTokens: 1000,
  ...more,
});
const ask = async (given: AnswerDeps, timeMs = 5000, asked = question): Promise<Answer> =>
  (
    await collect(
      createAnswerer(given)(
        runOf({ ...asked, deadlineAtMs: performance.now() + timeMs }, { signal: nobody }),
      ),
    )
  ).answer;
const failsWith = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === code && message.test(error.message);

test('a slot answers and the model works: the answer with its sources and that slot', async () => {
  const answer = await ask(steps(foundReport, saying('An axolotl is ', 'a salamander [1].')));
  assert.equal(answer.text, 'An axolotl is a salamander [1].');
  assert.equal(answer.slot, 2);
  assert.equal(answer.sources.length, 1);
  assert.equal(answer.tokensUsed, 12);
  assert.equal(answer.model, 'test-model');
  assert.equal(answer.error, null);
});

test('the tokens of an answer that broke off are counted once, even if none were reported', async () => {
  const text = 'An axolotl is a salamander.';
  const cut = (counts: readonly WrittenPart[]) =>
    writerOf(async function* () {
      yield { type: 'usage', tokens: 100 };
      yield { type: 'text', text };
      yield* counts;
      throw new Failure('model-unavailable', 'It broke off.');
    });
  assert.equal((await ask(steps(foundReport, cut([])))).tokensUsed, 100 + estimateTokens(text));
  const counted = await ask(steps(foundReport, cut([{ type: 'usage', tokens: 107 }])));
  assert.equal(counted.tokensUsed, 107);
});

test('events come in order: sources before text, timing before the end', async () => {
  const kinds: string[] = [];
  for await (const event of createAnswerer(steps(foundReport, saying('One. ', 'Two.')))(
    runOf(question, { signal: nobody }),
  ))
    kinds.push(event.type);
  assert.deepEqual(kinds, [
    'search-end',
    'sources',
    'gather-end',
    'answer-delta',
    'answer-delta',
    'usage',
    'timing',
    'answer-end',
  ]);
});

test('the steps of the timing add up to the total', async (t) => {
  // Time passes only inside the steps.
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  const slowWriter = writerOf(async function* () {
    nowMs += 40;
    yield { type: 'text', text: 'One.' };
  });
  const search = async () => {
    nowMs += 7;
    return foundReport;
  };
  for await (const event of createAnswerer(steps(foundReport, slowWriter, { search }))(
    runOf(question, { signal: nobody }),
  )) {
    if (event.type !== 'timing') continue;
    const { searchMs, readMs, selectMs, writeMs, checkMs, renderMs, totalMs, firstTextMs } = event.timing;
    const sum = searchMs + readMs + selectMs + writeMs + checkMs + renderMs;
    assert.deepEqual([searchMs, writeMs, sum, totalMs, firstTextMs], [7, 40, 47, 47, 47]);
  }
});

test('every step that took time is reported in the timing', async (t) => {
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs++);
  for await (const event of createAnswerer(steps(foundReport, saying('One.')))(
    runOf(question, { signal: nobody }),
  )) {
    if (event.type !== 'timing') continue;
    for (const [name, tookMs] of Object.entries(event.timing)) assert.ok(Number(tookMs) > 0, name);
  }
});

test('all slots empty: the model answers alone and says that nothing was found', async () => {
  const answer = await ask(steps(emptyReport, saying('It is a salamander.')));
  assert.match(answer.text, /^Nothing was found on the web/);
  assert.match(answer.text, /It is a salamander\.$/);
  assert.deepEqual([answer.slot, answer.sources, answer.error], [null, [], null]);
});

test("the service's own sentences are in the language of the question", async () => {
  const german = { ...question, text: 'Was ist ein Axolotl und wo lebt er?' };
  const only = steps(emptyReport, saying('Er ist ein Lurch.'));
  assert.equal(
    (await ask(only, 1_000, german)).text,
    'Zu dieser Frage wurde im Web nichts gefunden. Das Folgende stammt allein vom Sprachmodell, ' +
      'ohne Quellen.\n\nEr ist ein Lurch.',
  );
  const cut = await ask(steps(foundReport, hangingAfter('Er ist ein Lurch. Er')), 30, german);
  assert.deepEqual(
    [cut.text, cut.error],
    ['Er ist ein Lurch.', 'Die Antwort wurde vorzeitig beendet, weil die Zeit abgelaufen war.'],
  );
});

test('some slots empty, the others failed: error and answer name what failed', async () => {
  const answer = await ask(steps(halfFailedReport, saying('It is a salamander.')));
  assert.match(answer.text, /Secondary: status 500/);
  assert.equal(answer.error, 'Some searches failed. Secondary: status 500.');
  const unwritten = await ask(steps(halfFailedReport, null));
  assert.equal(unwritten.text, '');
  assert.match(unwritten.error ?? '', /Secondary: status 500.*MODEL_/s);
});

test('all slots failed: the model answers alone and says that it was not checked', async () => {
  const answer = await ask(steps(failedReport, saying('It is a salamander.')));
  assert.match(answer.text, /^The web search failed, so this answer was not checked against the web\./);
  assert.equal(answer.slot, null);
  assert.match(answer.error ?? '', /connection refused/);
});

test('all slots failed and no model may answer alone: search-unavailable with each cause', async () => {
  const cause = /Primary: connection refused/;
  await assert.rejects(ask(steps(failedReport, null)), failsWith('search-unavailable', cause));
  await assert.rejects(ask(steps(failedReport, brokenAfter())), failsWith('search-unavailable', cause));
  await assert.rejects(
    ask(steps(failedReport, saying('x'), { modelOnlyFallback: false })),
    failsWith('search-unavailable', cause),
  );
  const extractive = writerOf(saying('x').write, true);
  await assert.rejects(ask(steps(failedReport, extractive)), failsWith('search-unavailable', cause));
});

test('a slot answers without a model: sources, an empty answer, and how to configure one', async () => {
  const answer = await ask(steps(foundReport, null));
  assert.deepEqual([answer.text, answer.model, answer.sources.length], ['', '', 1]);
  assert.match(
    answer.error ?? '',
    /MODEL_PROVIDER=ollama.*MODEL_API_KEY.*MODEL_BASE_URL.*MODEL_PROVIDER=extractive/,
  );
});

test('a slot answers and the model fails: its message in the answer, with the sources', async () => {
  const answer = await ask(steps(foundReport, brokenAfter()));
  assert.match(answer.text, /The model refused the key\./);
  assert.match(answer.error ?? '', /The model refused the key\./);
  assert.match(answer.speech, /The model refused the key\./);
  assert.equal(answer.sources.length, 1);
});

test('the model breaks off: the complete sentences stay and the last one says so', async () => {
  const answer = await ask(steps(foundReport, brokenAfter('First done [1]. Second not')));
  assert.match(answer.text, /^First done \[1\]\.\n\nThe answer broke off: The model refused the key\.$/);
  assert.deepEqual([answer.errorMissingInText, answer.unfinished], [false, 'model']);
});

test('a model that writes nothing has failed', async () => {
  const answer = await ask(steps(foundReport, saying('', ' \n')));
  assert.match(answer.error ?? '', /wrote nothing/);
});

test('all slots empty and no model may answer alone: a fixed sentence', async () => {
  const fixed = await ask(steps(emptyReport, saying('x'), { modelOnlyFallback: false }));
  assert.equal(fixed.text, 'Nothing was found on the web for this question.');
  const extractive = await ask(steps(emptyReport, writerOf(saying('x').write, true)));
  assert.equal(extractive.text, fixed.text);
});

test('time runs out while searching: the rules for a failed search apply', async () => {
  const stuck = steps(failedReport, null, { search: () => new Promise(() => undefined) });
  await assert.rejects(ask(stuck, 30), failsWith('search-unavailable', /did not finish in time/));
});

test('time runs out before the first word: sources and the reason, as if none was written', async () => {
  const answer = await ask(steps(foundReport, hangingAfter()), 30);
  assert.equal(answer.sources.length, 1);
  assert.match(answer.text, /Time ran out/);
  assert.match(answer.error ?? '', /Time ran out/);
});

test('time runs out before the first word of an answer without a search: search-unavailable', async () => {
  await assert.rejects(
    ask(steps(failedReport, hangingAfter()), 30),
    failsWith('search-unavailable', /refused.*Time ran out/s),
  );
});

test('time runs out while the model writes: whole sentences are the answer, and error says so', async () => {
  const answer = await ask(steps(foundReport, hangingAfter('One is done [1]. Two is not do')), 50);
  assert.equal(answer.text, 'One is done [1].');
  assert.match(answer.error ?? '', /cut short/);
  assert.deepEqual([answer.errorMissingInText, answer.unfinished], [true, 'deadline']);
  assert.equal(answer.sources.length, 1);
});

test('time runs out within the first sentence: as if nothing had been written', async () => {
  const answer = await ask(steps(foundReport, hangingAfter('This never en')), 50);
  assert.doesNotMatch(answer.text, /never en/);
  assert.match(answer.text, /Time ran out/);
});

test('a preface alone is not an answer', async () => {
  const unchecked = ask(steps(failedReport, hangingAfter('It is')), 30);
  await assert.rejects(unchecked, failsWith('search-unavailable', /connection refused.*Time ran out/));
  const broken = ask(steps(failedReport, brokenAfter('It is')));
  await assert.rejects(broken, failsWith('search-unavailable', /connection refused.*refused the key/));
  const nothingFound = await ask(steps(emptyReport, hangingAfter('It is')), 30);
  assert.equal(
    nothingFound.text,
    'Nothing was found on the web for this question. No answer could be written: Time ran out.',
  );
  assert.equal(nothingFound.error, 'No answer could be written: Time ran out.');
});

test('a caller who leaves ends the search, the writer and the writer that quotes', async () => {
  const leaving = async (
    given: (seen: (signal: AbortSignal) => void) => AnswerDeps,
    until: AnswerEvent['type'] | null,
  ) => {
    const caller = new AbortController();
    let seen: AbortSignal | undefined;
    const events = createAnswerer(given((signal) => (seen = signal)))(runOf(question, caller));
    if (until === null) setImmediate(() => caller.abort());
    await assert.rejects(
      async () => {
        for await (const event of events) if (event.type === until) caller.abort();
      },
      failsWith('cancelled', /left/),
    );
    assert.equal(seen?.aborted, true);
  };
  await leaving(
    (seen) =>
      steps(failedReport, null, {
        search: (_query, _budget, signal) => {
          seen(signal);
          return new Promise(() => undefined);
        },
      }),
    null,
  );
  await leaving(
    (seen) =>
      steps(
        foundReport,
        writerOf(async function* (_task, signal) {
          seen(signal);
          yield { type: 'text', text: 'A first word' };
          await untilAborted(new Promise(() => undefined), signal);
        }),
      ),
    'answer-delta',
  );
});

test('an answer that is data is exactly what the model wrote, without notes about the search', async () => {
  const data = { ...question, data: { schema: null } };
  const kept = { createCitationFilter: () => ({ push: () => 'changed', end: () => '', moves: [] }) };
  const written = await ask(steps(foundReport, saying('{"years":', '[1]}'), kept), 5000, data);
  assert.equal(written.text, '{"years":[1]}');
  const alone = await ask(steps(emptyReport, saying('{"years":[]}')), 5000, data);
  assert.equal(alone.text, '{"years":[]}');
});

/** Gathers for a question that one model call turned into this query, for this many tokens. */
const gatherFor = (text: string, tokens: number) =>
  createQuickGather({
    readMessage: async () => ({ query: text, isGuess: false, tokens }),
    search: async () => foundReport,
    select: async ({ hits }) => hits.map((each, at) => ({ ...each, index: at + 1, passages: [] })),
    reading: null,
  });
const followUp = { ...question, history: [{ question: 'What is it?', answer: 'A pet.' }] };

test('a writer is told what was searched for, and how many tokens are left', async () => {
  const tasks: WritingTask[] = [];
  const noting = writerOf(async function* (task) {
    tasks.push(task);
    yield { type: 'text', text: 'It is.' };
    yield { type: 'usage', tokens: 5 };
  });
  const askFor = async (text: string, tokens: number, maxTokens?: number) => {
    const limit = maxTokens === undefined ? {} : { maxTokens };
    const given = steps(foundReport, noting, { gather: gatherFor(text, tokens), ...limit });
    const events = await Array.fromAsync(createAnswerer(given)(runOf(followUp, { signal: nobody })));
    return events.find(({ type }) => type === 'usage');
  };
  const usage = await askFor('axolotl species', 30, 100);
  assert.deepEqual(usage, { type: 'usage', depth: 'quick', calls: 2, tokens: 35 });
  await askFor('axolotl species', 30, 20);
  assert.equal((await askFor(question.text, 0))?.type, 'usage');
  assert.deepEqual(
    tasks.map(({ searchedFor, maxTokens }) => [searchedFor, maxTokens]),
    [
      ['axolotl species', 70],
      ['axolotl species', 0],
      [undefined, undefined],
    ],
  );
});

test('a citation that was changed is told once, before the text in which it is', async () => {
  const moves: CitationMove[] = [];
  const push = (piece: string) => {
    if (piece.includes('[1]')) moves.push({ was: 2, now: 1, at: piece.indexOf('[1]') });
    return piece;
  };
  const createCitationFilter = () => ({ push, end: () => '', moves });
  const given = steps(foundReport, saying('It is [1]. ', 'It was. ', 'It is [1].'), { createCitationFilter });
  const events = await Array.fromAsync(createAnswerer(given)(runOf(question, { signal: nobody })));
  const told = events.filter(({ type }) => type === 'citation-moved' || type === 'answer-delta');
  assert.deepEqual(
    told.map(({ type }) => type),
    ['citation-moved', 'answer-delta', 'answer-delta', 'citation-moved', 'answer-delta'],
  );
});

test('an answer lists the citations in it that were changed, also a single one', async () => {
  const move = { was: 2, now: 1, at: 'It is '.length };
  const answering = (moves: readonly CitationMove[]) => {
    const createCitationFilter = () => ({ push: (piece: string) => piece, end: () => '', moves });
    return ask(steps(foundReport, saying('It is [1].'), { createCitationFilter }));
  };
  assert.deepEqual((await answering([move])).citationMoves, [move]);
  assert.equal('citationMoves' in (await answering([])), false);
});

test('only a whole answer in prose with sources is corrected, with the tokens that are left', async () => {
  const given: (number | undefined)[] = [];
  const correct: AnswerDeps['correct'] = async ({ maxTokens }) => {
    given.push(maxTokens);
    return { text: 'It was corrected.', tokens: 8 };
  };
  const gather = gatherFor('axolotl species', 30);
  const limited = steps(foundReport, saying('It is.'), { correct, gather, maxTokens: 100 });
  const corrected = await ask(limited, 5000, followUp);
  assert.deepEqual([corrected.text, corrected.tokensUsed], ['It was corrected.', 30 + 12 + 8]);
  await ask(steps(foundReport, saying('It is.'), { correct }));
  assert.deepEqual(given, [100 - 30 - 12, undefined]);
  await ask(steps(foundReport, brokenAfter('It is. It'), { correct }));
  await ask(steps(foundReport, saying('{}'), { correct }), 5000, { ...question, data: { schema: null } });
  await ask(steps(emptyReport, saying('It is.'), { correct }));
  assert.equal(given.length, 2);
});
