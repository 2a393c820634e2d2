import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { Answer, JudgedStatement } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import { runOf } from '../core/run.ts';
import {
  addStatements,
  type CreateJudge,
  exceptServiceMessages,
  judgeAnswer,
  judgeStatements,
} from './add-statements.ts';
import { answerWords, toStaleSentence } from './answer-words.ts';

const source = { index: 1, url: 'https://a.example/', title: 'A', snippet: '', passages: [] };
const answerOf = (text: string): Answer => ({
  ...{ text, html: '', speech: '', sources: [source], language: 'en', model: 'm', slot: 1 },
  ...{ tokensUsed: 1, error: null, errorMissingInText: false },
});
/** Judges every statement as supported. */
const createJudge: CreateJudge = () => () => ({ verdict: 'supported', score: 1, quotes: [] });

async function* answering(deltas: readonly string[], final: string): AsyncGenerator<AnswerEvent> {
  yield { type: 'sources', sources: [source], language: 'en' };
  for (const text of deltas) yield { type: 'answer-delta', text };
  yield { type: 'answer-end', answer: answerOf(final) };
}

const withStatements = (events: AsyncGenerator<AnswerEvent>) =>
  Array.fromAsync(addStatements(() => events)(runOf(QUESTION, new AbortController())));

async function told(deltas: readonly string[], final: string): Promise<readonly AnswerEvent[]> {
  return withStatements(answering(deltas, final));
}

const statementsOf = (events: readonly AnswerEvent[]): readonly JudgedStatement[] =>
  events.flatMap((event) => (event.type === 'statement' ? [event.statement] : []));

test('a finished statement follows the text that finishes it, the last one before the end', async () => {
  const events = await told(['It is red [1]. It is', ' round.'], 'It is red [1]. It is round.');
  assert.deepEqual(
    events.map(({ type }) => type),
    ['sources', 'answer-delta', 'statement', 'answer-delta', 'statement', 'answer-end'],
  );
  assert.deepEqual(
    statementsOf(events).map(({ index, text, from }) => [index, text, from]),
    [
      [0, 'It is red.', 0],
      [1, 'It is round.', 15],
    ],
  );
});

test('statements that the final answer changed are emitted again with the same index', async () => {
  const events = await told(['One is here. Two is here. Thr'], 'One is here. Zwei is here.');
  assert.deepEqual(
    statementsOf(events).map(({ index, text }) => `${index} ${text}`),
    ['0 One is here.', '1 Two is here.', '1 Zwei is here.'],
  );
});

test('a growing answer is examined every 50 milliseconds', async (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  async function* growing(): AsyncGenerator<AnswerEvent> {
    for (const [atMs, text] of [
      [0, 'One is here. Tw'],
      [49, 'o is here. Thr'],
      [50, 'ee is here. Fo'],
    ] as const) {
      nowMs = atMs;
      yield { type: 'answer-delta', text };
    }
  }
  const events = await withStatements(growing());
  assert.deepEqual(
    events.map(({ type }) => type),
    ['answer-delta', 'statement', 'answer-delta', 'answer-delta', 'statement', 'statement'],
  );
});

test('the statements of a whole answer are those of the events', async () => {
  const text = 'It is red [1].\n\n- One item\n- Another item';
  const events = await told([text], text);
  const whole = await judgeStatements(answerOf(text));
  assert.deepEqual(whole, statementsOf(events));
  const end = events.at(-1);
  assert.deepEqual(end?.type === 'answer-end' && end.statements, whole);
});

/** Judges each statement in 12 ms. */
const createSlowJudge: CreateJudge = (sources, language) => (statement, index) => {
  const until = performance.now() + 12;
  while (performance.now() < until);
  return createJudge(sources, language)(statement, index);
};

test('other requests are served between two statements', async () => {
  let others = 0;
  const count = setInterval(() => others++, 1);
  await judgeAnswer(answerOf('One is here. Two is here. Three is here.'), createSlowJudge);
  clearInterval(count);
  assert.ok(others >= 2, `${others}`);
});

test('the sentences that the service itself added are not checked, in any language', async () => {
  const verdictsOf = async (text: string, language: string) => {
    const judged = await judgeAnswer({ ...answerOf(text), language }, exceptServiceMessages(createJudge));
    return judged.map(({ verdict }) => verdict);
  };
  for (const language of ['en', 'de', 'ja', 'ar', 'ru']) {
    const { cut, nothingFound, unchecked } = answerWords(language);
    for (const own of [cut, nothingFound, unchecked, toStaleSentence(7_200_000, language)])
      for (const verdict of await verdictsOf(own, language)) assert.equal(verdict, 'not-checked', own);
  }
  assert.deepEqual(await verdictsOf('It is red and round.', 'en'), ['supported']);
});

test('a statement has the moves of the citations from its first character to its end', async () => {
  const moves = [0, 10, 11, 23, 24].map((at) => ({ was: 2, now: 1, at }));
  const answer = { ...answerOf('It is red. It is round.'), citationMoves: moves };
  const judged = await judgeAnswer(answer, createJudge);
  assert.deepEqual(
    judged.map(({ citationMoves = [] }) => citationMoves.map(({ at }) => at)),
    [
      [0, 10],
      [11, 23],
    ],
  );
  const [unmoved] = await judgeAnswer(answerOf('It is red.'), createJudge);
  assert.ok(unmoved !== undefined && unmoved.citationMoves === undefined);
});

test('streamed statements are judged by the sources of the answer, in its language', async () => {
  const passages = [{ text: 'The bridge was opened in 1932.', from: 0, to: 30 }];
  const text = 'The bridge was opened in 1932 [1]. The bridge was opened in 1950 [1].';
  async function* withPassages() {
    for await (const event of answering([text], text))
      if (event.type === 'sources') yield { ...event, sources: [{ ...source, passages }] };
      else if (event.type === 'answer-delta') yield event;
  }
  const [right, wrong] = statementsOf(await withStatements(withPassages()));
  assert.deepEqual([right?.verdict, wrong?.verdict], ['supported', undefined]);
});
