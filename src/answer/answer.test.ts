import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import { type GivenParts, testParts } from '../../test/support/parts.ts';
import type { Answer } from '../core/answer.ts';
import { untilAborted } from '../core/deadline.ts';
import type { AnswerEvent, SearchReport } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import { collect, runOf } from '../core/run.ts';
import type { Hit } from '../core/source.ts';
import type { Writer, WritingTask, WrittenPart } from '../write/writer.ts';
import { answer } from './answer.ts';
import { answerWords, notes } from './answer-words.ts';
import type { Parts } from './parts.ts';

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

const partsOf = (report: SearchReport, writer: Writer | null, more: GivenParts = {}): Parts =>
  testParts({ search: async () => report, ...more, models: { writer, ...more.models } });
const run = (given: Parts, asked = question, signal = nobody) => answer(runOf(asked, { signal }), given);
const ask = async (given: Parts, timeMs = 5000, asked = question): Promise<Answer> =>
  (await collect(run(given, { ...asked, deadlineAtMs: performance.now() + timeMs }))).answer;
const failsWith = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === code && message.test(error.message);

test('a slot answers and the model works: the answer with its sources and that slot', async () => {
  const answered = await ask(partsOf(foundReport, saying('An axolotl is ', 'a salamander [1].')));
  assert.equal(answered.text, 'An axolotl is a salamander [1].');
  assert.equal(answered.slot, 2);
  assert.equal(answered.sources.length, 1);
  assert.equal(answered.tokensUsed, 12);
  assert.equal(answered.model, 'test-model');
  assert.equal(answered.error, null);
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
  assert.equal((await ask(partsOf(foundReport, cut([])))).tokensUsed, 100 + estimateTokens(text));
  const counted = await ask(partsOf(foundReport, cut([{ type: 'usage', tokens: 107 }])));
  assert.equal(counted.tokensUsed, 107);
});

test('events come in order: sources before text, timing before the end', async () => {
  const kinds: string[] = [];
  for await (const event of run(partsOf(foundReport, saying('One. ', 'Two.')))) kinds.push(event.type);
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
  for await (const event of run(partsOf(foundReport, slowWriter, { search }))) {
    if (event.type !== 'timing') continue;
    const { searchMs, readMs, selectMs, writeMs, checkMs, renderMs, totalMs, firstTextMs } = event.timing;
    const sum = searchMs + readMs + selectMs + writeMs + checkMs + renderMs;
    assert.deepEqual([searchMs, writeMs, sum, totalMs, firstTextMs], [7, 40, 47, 47, 47]);
  }
});

test('all slots empty: the model answers alone and says that nothing was found', async () => {
  const answered = await ask(partsOf(emptyReport, saying('It is a salamander.')));
  assert.match(answered.text, /^Nothing was found on the web/);
  assert.match(answered.text, /It is a salamander\.$/);
  assert.deepEqual([answered.slot, answered.sources, answered.error], [null, [], null]);
});

test("the service's own sentences are in the language of the question", async () => {
  const german = { ...question, text: 'Was ist ein Axolotl und wo lebt er?' };
  const only = partsOf(emptyReport, saying('Er ist ein Lurch.'));
  assert.equal(
    (await ask(only, 1_000, german)).text,
    'Zu dieser Frage wurde im Web nichts gefunden. Das Folgende stammt allein vom Sprachmodell, ' +
      'ohne Quellen.\n\nEr ist ein Lurch.',
  );
  const cut = await ask(partsOf(foundReport, hangingAfter('Er ist ein Lurch. Er')), 30, german);
  assert.deepEqual(
    [cut.text, cut.error],
    ['Er ist ein Lurch.', 'Die Antwort wurde vorzeitig beendet, weil die Zeit abgelaufen war.'],
  );
});

test('some slots empty, the others failed: error and answer name what failed', async () => {
  const answered = await ask(partsOf(halfFailedReport, saying('It is a salamander.')));
  assert.match(answered.text, /Secondary: status 500/);
  assert.equal(answered.error, 'Some searches failed. Secondary: status 500.');
  const unwritten = await ask(partsOf(halfFailedReport, null));
  assert.equal(unwritten.text, '');
  assert.match(unwritten.error ?? '', /Secondary: status 500.*MODEL_/s);
});

test('all slots failed: the model answers alone and says that it was not checked', async () => {
  const answered = await ask(partsOf(failedReport, saying('It is a salamander.')));
  assert.match(answered.text, /^The web search failed, so this answer was not checked against the web\./);
  assert.equal(answered.slot, null);
  assert.match(answered.error ?? '', /connection refused/);
});

test('all slots failed and no model may answer alone: search-unavailable with each cause', async () => {
  const cause = /Primary: connection refused/;
  await assert.rejects(ask(partsOf(failedReport, null)), failsWith('search-unavailable', cause));
  await assert.rejects(ask(partsOf(failedReport, brokenAfter())), failsWith('search-unavailable', cause));
  await assert.rejects(
    ask(partsOf(failedReport, saying('x'), { settings: { modelOnlyFallback: false } })),
    failsWith('search-unavailable', cause),
  );
  const extractive = writerOf(saying('x').write, true);
  await assert.rejects(ask(partsOf(failedReport, extractive)), failsWith('search-unavailable', cause));
});

test('a slot answers without a model: sources, an empty answer, and how to configure one', async () => {
  const answered = await ask(partsOf(foundReport, null));
  assert.deepEqual([answered.text, answered.model, answered.sources.length], ['', '', 1]);
  assert.match(
    answered.error ?? '',
    /MODEL_PROVIDER=ollama.*MODEL_API_KEY.*MODEL_BASE_URL.*MODEL_PROVIDER=extractive/,
  );
});

test('a slot answers and the model fails: its message in the answer, with the sources', async () => {
  const answered = await ask(partsOf(foundReport, brokenAfter()));
  assert.match(answered.text, /The model refused the key\./);
  assert.match(answered.error ?? '', /The model refused the key\./);
  assert.match(answered.speech, /The model refused the key\./);
  assert.equal(answered.sources.length, 1);
});

test('the model breaks off: the complete sentences stay and the last one says so', async () => {
  const answered = await ask(partsOf(foundReport, brokenAfter('First done [1]. Second not')));
  assert.match(answered.text, /^First done \[1\]\.\n\nThe answer broke off: The model refused the key\.$/);
  assert.deepEqual([answered.errorMissingInText, answered.unfinished], [false, 'model']);
});

test('a model that writes nothing has failed', async () => {
  const answered = await ask(partsOf(foundReport, saying('', ' \n')));
  assert.match(answered.error ?? '', /wrote nothing/);
});

test('all slots empty and no model may answer alone: a fixed sentence', async () => {
  const fixed = await ask(partsOf(emptyReport, saying('x'), { settings: { modelOnlyFallback: false } }));
  assert.equal(fixed.text, 'Nothing was found on the web for this question.');
  const extractive = await ask(partsOf(emptyReport, writerOf(saying('x').write, true)));
  assert.equal(extractive.text, fixed.text);
});

test('time runs out while searching: the rules for a failed search apply', async () => {
  const stuck = partsOf(failedReport, null, { search: () => new Promise(() => undefined) });
  await assert.rejects(ask(stuck, 30), failsWith('search-unavailable', /did not finish in time/));
});

test('time runs out before the first word: sources and the reason, as if none was written', async () => {
  const answered = await ask(partsOf(foundReport, hangingAfter()), 30);
  assert.equal(answered.sources.length, 1);
  assert.match(answered.text, /Time ran out/);
  assert.match(answered.error ?? '', /Time ran out/);
});

test('time runs out while the model writes: whole sentences are the answer, and error says so', async () => {
  const answered = await ask(partsOf(foundReport, hangingAfter('One is done [1]. Two is not do')), 50);
  assert.equal(answered.text, 'One is done [1].');
  assert.match(answered.error ?? '', /cut short/);
  assert.deepEqual([answered.errorMissingInText, answered.unfinished], [true, 'deadline']);
  assert.equal(answered.sources.length, 1);
});

test('a preface alone is not an answer', async () => {
  const unchecked = ask(partsOf(failedReport, hangingAfter('It is')), 30);
  await assert.rejects(unchecked, failsWith('search-unavailable', /connection refused.*Time ran out/));
  const broken = ask(partsOf(failedReport, brokenAfter('It is')));
  await assert.rejects(broken, failsWith('search-unavailable', /connection refused.*refused the key/));
  const nothingFound = await ask(partsOf(emptyReport, hangingAfter('It is')), 30);
  assert.equal(
    nothingFound.text,
    'Nothing was found on the web for this question. No answer could be written: Time ran out.',
  );
  assert.equal(nothingFound.error, 'No answer could be written: Time ran out.');
});

test('a caller who leaves ends the search, the writer and the writer that quotes', async () => {
  const leaving = async (
    given: (seen: (signal: AbortSignal) => void) => Parts,
    until: AnswerEvent['type'] | null,
  ) => {
    const caller = new AbortController();
    let seen: AbortSignal | undefined;
    const events = run(
      given((signal) => (seen = signal)),
      question,
      caller.signal,
    );
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
      partsOf(failedReport, null, {
        search: (_query, signal) => {
          seen(signal);
          return new Promise(() => undefined);
        },
      }),
    null,
  );
  await leaving(
    (seen) =>
      partsOf(
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
  const written = await ask(partsOf(foundReport, saying('{"years":', '[7]}')), 5000, data);
  assert.equal(written.text, '{"years":[7]}');
  const alone = await ask(partsOf(emptyReport, saying('{"years":[]}')), 5000, data);
  assert.equal(alone.text, '{"years":[]}');
});

const followUp = { ...question, history: [{ question: 'What is it?', answer: 'A pet.' }] };
const asDeep = { ...followUp, depth: 'deep' } as const;
/** Understands every question as this one, for this many tokens. */
const understanding = (query: string, tokens: number) => ({
  understand: async () => ({ query, isGuess: false, tokens, calls: 1 }),
});

test('a writer is told what was searched for, and how many tokens are left for a deep answer', async () => {
  const tasks: WritingTask[] = [];
  const noting = writerOf(async function* (task) {
    tasks.push(task);
    yield { type: 'text', text: 'It is.' };
    yield { type: 'usage', tokens: 5 };
  });
  const askFor = async (text: string, tokens: number, asked: Question) => {
    const models = { ...understanding(text, tokens), deepWriter: noting };
    const events = await Array.fromAsync(run(partsOf(foundReport, noting, { models }), asked));
    return events.find(({ type }) => type === 'usage');
  };
  const usage = await askFor('axolotl species', 30, followUp);
  assert.deepEqual(usage, { type: 'usage', depth: 'quick', calls: 2, tokens: 35 });
  await askFor('axolotl species', 30, asDeep);
  await askFor('axolotl species', 20_000, asDeep);
  await askFor(question.text, 0, followUp);
  assert.deepEqual(
    tasks.map(({ searchedFor, maxTokens }) => [searchedFor, maxTokens]),
    [
      ['axolotl species', undefined],
      ['axolotl species', 15_000 - 30],
      ['axolotl species', 0],
      [undefined, undefined],
    ],
  );
});

/** Two sources, of which only the second says what the first is cited for. */
const twoSources: Parts['select'] = async () =>
  ['The fire was in 1906.', 'The library has two hundred thousand books.'].map((text, at) => ({
    ...{ index: at + 1, url: `https://${at}.test/`, title: '', snippet: text },
    passages: [{ text, from: 0, to: text.length }],
  }));
const MOVED = 'The library has two hundred thousand books [1].';

test('a citation that was changed is told once, before the text in which it is, and listed', async () => {
  const given = partsOf(foundReport, saying(`${MOVED} `, 'It was. ', MOVED), { select: twoSources });
  const events = await Array.fromAsync(run(given));
  const told = events.flatMap(({ type }) => (type === 'citation-moved' ? [type] : []));
  const moves = (await ask(given)).citationMoves;
  assert.deepEqual([told.length, moves?.[0]], [2, { was: 1, now: 2, at: MOVED.indexOf('[1]') }]);
  const first = events.findIndex(({ type }) => type === 'citation-moved');
  assert.equal(events[first + 1]?.type, 'answer-delta');
  assert.equal((await ask(partsOf(foundReport, saying('It is.')))).citationMoves, undefined);
});

test('only a whole answer in prose with sources is corrected, with the tokens that are left', async () => {
  const given: (number | undefined)[] = [];
  const text = 'The fire was in 1906 [1]. The mayor was a baker from Lyon [1].';
  const correcting = (...pieces: string[]) =>
    writerOf(async function* ({ toCorrect, maxTokens }) {
      if (toCorrect === undefined) return yield* saying(...pieces).write({} as WritingTask, nobody);
      given.push(maxTokens);
      yield { type: 'text', text: '1: -' };
      yield { type: 'usage', tokens: 8 };
    });
  const corrected = (writer: Writer, asked: Question, report = foundReport) => {
    const models = { ...understanding('axolotl species', 30), deepWriter: writer };
    const settings = { unsupported: 'ask' } as const;
    return ask(partsOf(report, writer, { select: twoSources, models, settings }), 5000, asked);
  };
  const deep = await corrected(correcting(text), asDeep);
  assert.deepEqual([deep.text, deep.tokensUsed], ['The fire was in 1906 [1].', 30 + 12 + 8]);
  await corrected(correcting(text), followUp);
  assert.deepEqual(given, [15_000 - 30 - 12, undefined]);
  await corrected(brokenAfter(`${text} It`), followUp);
  await corrected(correcting('{}'), { ...followUp, data: { schema: null } });
  await corrected(correcting(text), followUp, emptyReport);
  assert.equal(given.length, 2);
});

const talk = { ...QUESTION, text: 'Hello, who are you?', intent: 'talk' } as const;
const task = { ...QUESTION, text: 'Translate into German: the hello', intent: 'task' } as const;
const sent: Question['sent'] = { system: '', turns: [] };
const quoter = writerOf(saying('x').write, true);

test('a message without a search is for the model, in a chat and elsewhere', async () => {
  for (const asked of [task, { ...task, sent }, talk]) {
    const { text, error, model } = await ask(partsOf(foundReport, saying('Hallo.')), 5000, asked);
    assert.deepEqual({ text, error, model }, { text: 'Hallo.', error: null, model: 'test-model' });
  }
});

test('without a model, the answer in a chat says that one is needed, elsewhere an error does', async () => {
  const { needsModel, aboutSayso } = answerWords('en');
  for (const [asked, writer, expected] of [
    [{ ...task, sent }, null, { text: needsModel, error: null, model: 'instant' }],
    [task, quoter, { text: needsModel, error: null, model: 'instant' }],
    [task, null, { text: '', error: notes.noModel, model: '' }],
    [talk, null, { text: aboutSayso, error: null, model: 'instant' }],
    [talk, quoter, { text: aboutSayso, error: null, model: 'instant' }],
  ] as const) {
    const { text, error, model } = await ask(partsOf(foundReport, writer), 5000, asked);
    assert.deepEqual({ text, error, model }, expected);
  }
});
