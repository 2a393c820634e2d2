import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Judgement } from '@sayso/verdicts';
import { ANSWER, QUESTION } from '../../test/support/fixed-answer.ts';
import { testParts } from '../../test/support/parts.ts';
import { startBudget } from '../core/budget.ts';
import { startDeadline } from '../core/deadline.ts';
import type { Evidence } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import { runOf } from '../core/run.ts';
import type { Writer, WritingTask } from '../write/writer.ts';
import type { CreateJudge } from './add-statements.ts';
import { correct, isDoubtful } from './correct.ts';
import { fixedDraft } from './draft.ts';
import { type AnswerInProgress, wayOf } from './ways.ts';

const { signal } = new AbortController();
const evidence: Evidence = {
  ...{ meaning: '', searches: [], sources: ANSWER.sources, language: 'en' },
  ...{ tokens: 0, calls: 0, isRushed: false },
};

/** `ok` is supported, `bad` not found, `odd` differs, the rest unchecked. */
const createJudge: CreateJudge = () => (statement) => ({
  verdict: verdictOf(statement.text),
  score: statement.text.includes('vague') ? 0.4 : 0,
  quotes: [],
});

function verdictOf(text: string): Judgement['verdict'] {
  if (text.includes('ok')) return 'supported';
  if (text.includes('bad')) return 'not-found';
  return text.includes('odd') ? 'differs' : 'not-checked';
}

type Given = {
  readonly reply?: string | Failure;
  readonly write?: Writer['write'];
  readonly judge?: CreateJudge;
  /** Makes the answer deep; `calls` is the number of calls that its draft took. */
  readonly deep?: { readonly calls: number; readonly isFollowUp: boolean };
  /** The time for the whole answer; a writer that never ends gets only a part of it. */
  readonly deadlineMs?: number;
  readonly caller?: AbortSignal;
};

/** The time that a correction may take; its timer is not needed. */
using deadline = startDeadline(60_000, signal);
const budget = startBudget(deadline, 1000);

/** An answer in progress in which unsupported statements are treated in this way. */
const inProgress = (
  more: Partial<AnswerInProgress['way']>,
  rest: Partial<AnswerInProgress> = {},
): AnswerInProgress => ({
  ...runOf(QUESTION, { signal }),
  budget,
  parts: testParts(),
  evidence,
  way: { ...wayOf(QUESTION, testParts()), ...more },
  ...rest,
});

/** The resulting text, and the statements that the writer was asked to correct. */
async function treat(text: string, { reply = '', write, judge = createJudge, ...given }: Given = {}) {
  const tasks: WritingTask[] = [];
  const writer: Writer = {
    name: 'm',
    needsSources: false,
    write:
      write ??
      async function* (task) {
        tasks.push(task);
        if (typeof reply !== 'string') throw reply;
        yield { type: 'text', text: reply };
        yield { type: 'usage', tokens: 9 };
      },
  };
  const { deep, deadlineMs = 60_000, caller = signal } = given;
  const history = deep?.isFollowUp === true ? [{ question: 'Before?', answer: 'Yes.' }] : [];
  const question = deep === undefined ? QUESTION : ({ ...QUESTION, depth: 'deep', history } as const);
  const draft = { ...fixedDraft(text), calls: deep?.calls ?? 1 };
  using deadline = startDeadline(deadlineMs, caller);
  const budget = startBudget(deadline, 1000);
  const way = { writer, unsupported: 'ask', maxTokens: 500 } as const;
  const answer = inProgress(way, { ...runOf(question, { signal: caller }), budget });
  return { ...(await correct(answer, draft, text, judge)), tasks };
}

test('unsupported statements are dropped without asking a model, if that is wanted', async () => {
  const text = 'It is ok. It is bad. It is odd.';
  const answer = inProgress({ unsupported: 'drop' });
  assert.deepEqual(await correct(answer, fixedDraft(text), text, createJudge), {
    text: 'It is ok.',
    ...{ tokens: 0, calls: 0 },
  });
});

test('a true sentence that its cited page denies is not dropped if another source states it', async () => {
  const [source = assert.fail()] = ANSWER.sources;
  const sourceOf = (text: string, index: number) => ({
    ...source,
    ...{ index, title: '', passages: [{ text, from: 0, to: text.length }] },
  });
  const sources = ['The library closed because of a fire.', 'It closed because of a flood.'].map((text, at) =>
    sourceOf(text, at + 1),
  );
  const text = 'The library closed because of a flood [1]. The library closed because of a fire [1].';
  const answer = inProgress({ unsupported: 'drop' }, { evidence: { ...evidence, sources } });
  assert.equal((await correct(answer, fixedDraft(text), text)).text, text);
});

test('doubtful statements are rewritten in one call, and stay in their places', async () => {
  const { text, tokens, tasks } = await treat('It is ok. It is bad. Then odd. The end.', {
    reply: '1: Now ok.\n 2) Also ok. \n',
  });
  assert.equal(text, 'It is ok. Now ok. Also ok. The end.');
  assert.equal(tokens, 9);
  const [task, ...more] = tasks;
  assert.equal(more.length, 0);
  assert.deepEqual(
    [task?.toCorrect, task?.maxTokens, task?.evidenceStatus],
    [['It is bad.', 'Then odd.'], 500, 'sources'],
  );
  assert.deepEqual(task?.sources, evidence.sources);
});

test('a statement that is still doubtful after the correction is left out', async () => {
  const { text } = await treat('It is ok. It is bad. The end.', { reply: '1: Still bad.' });
  assert.equal(text, 'It is ok. The end.');
});

test('a statement that the writer repeats stays, and so does one that may be in other words', async () => {
  const repeated = await treat('It is ok. It is bad. The end.', { reply: '1: It is bad [1].' });
  assert.equal(repeated.text, 'It is ok. It is bad. The end.');
  const vague = await treat('It is ok. It is bad. The end.', { reply: '1: A vague bad one.' });
  assert.equal(vague.text, 'It is ok. A vague bad one. The end.');
});

test('a statement without a word in reply is left out, and one without a reply stays', async () => {
  for (const reply of ['1: -', '1: –', '1:'])
    assert.equal((await treat('It is ok. It is bad. The end.', { reply })).text, 'It is ok. The end.', reply);
  const { text } = await treat('It is ok. It is bad. Then odd.', { reply: '2: Then ok.' });
  assert.equal(text, 'It is ok. It is bad. Then ok.');
});

test('the first sentence is replaced, but never left out', async () => {
  for (const [text, reply, expected] of [
    ['It is bad. It is ok.', '1: -', 'It is bad. It is ok.'],
    ['It is bad. It is ok.', '1: Still bad.', 'Still bad. It is ok.'],
    ['It is bad. It is ok.', '1: Now ok.', 'Now ok. It is ok.'],
    ['# A bad one.\nIt is bad. It is ok.', '2: -', '# A bad one.\nIt is bad. It is ok.'],
  ] as const)
    assert.equal((await treat(text, { reply })).text, expected);
});

test('a rewritten statement that says the same as another one is left out', async () => {
  const { text } = await treat('It is ok. It is bad. Then odd.', { reply: '1: It is OK.\n2: Then ok.' });
  assert.equal(text, 'It is ok. Then ok.');
  const twice = await treat('It is ok. It is bad. Then odd.', { reply: '1: Now ok.\n2: Now ok.' });
  assert.equal(twice.text, 'It is ok. Now ok.');
});

test('a statement without a reply stays also if it touches a rewritten one', async () => {
  const { text } = await treat('一ok。二bad。三bad。四bad。', { reply: '2: 五 still bad。' });
  assert.equal(text, '一ok。二bad。四bad。');
});

test('what was not found, but is nearly supported, is not sent', async () => {
  const { text, tasks } = await treat('It is ok. A vague bad one.', { reply: '1: Now ok.' });
  assert.deepEqual([text, tasks.length], ['It is ok. A vague bad one.', 0]);
});

test('a reply for no statement, or of more than a thousand characters, is ignored', async () => {
  const whole = 'It is ok. It is bad.';
  for (const reply of [
    'Sorry.',
    'Sorry for 1: Now ok.',
    '2: Now ok.',
    '0: Now ok.',
    `1: ${'ok '.repeat(334)}`,
  ]) {
    const { text, tokens } = await treat(whole, { reply });
    assert.deepEqual([text, tokens], [whole, 9], reply.slice(0, 20));
  }
  const longest = `ok${'x'.repeat(997)}.`;
  assert.equal((await treat(whole, { reply: `1: ${longest}` })).text, `It is ok. ${longest}`);
});

test('the text stays if the writer fails, or would leave fewer supported statements', async () => {
  const whole = 'It is ok. It is bad.';
  const failed = await treat(whole, { reply: new Failure('model-unavailable', 'No.') });
  assert.equal(failed.text, whole);
  let versions = 0;
  const fickle: CreateJudge = (...answer) =>
    ++versions === 3 ? () => ({ verdict: 'not-found', score: 0, quotes: [] }) : createJudge(...answer);
  const { text } = await treat(whole, { reply: '1: Now ok.', judge: fickle });
  assert.equal(text, whole);
});

test('a deep answer is corrected if one of its five calls is left; rewriting took one', async () => {
  const isAsked = async (calls: number, isFollowUp: boolean) =>
    (await treat('It is bad.', { reply: '1: ok.', deep: { calls, isFollowUp } })).tasks.length === 1;
  assert.deepEqual([await isAsked(2, false), await isAsked(3, false)], [true, false]);
  assert.deepEqual([await isAsked(1, true), await isAsked(2, true)], [true, false]);
});

test('a hanging correction is given up when its caller disconnects, or late in a deep answer', async () => {
  const hanging = (leave: () => void): Writer['write'] =>
    async function* (_, given) {
      setImmediate(leave);
      yield await new Promise((_resolve, reject) => {
        given.addEventListener('abort', () => reject(given.reason));
      });
    };
  const whole = 'It is ok. It is bad.';
  for (const deep of [undefined, { calls: 1, isFollowUp: false }]) {
    const caller = new AbortController();
    const write = hanging(() => caller.abort());
    const left = await treat(whole, { write, caller: caller.signal, deep });
    assert.deepEqual([left.text, left.tokens], [whole, 0]);
  }
  const late = await treat(whole, {
    ...{ write: hanging(() => undefined), deep: { calls: 1, isFollowUp: false }, deadlineMs: 50 },
  });
  assert.equal(late.text, whole);
});

test('a statement in a row of a table is not rewritten, one after the table is', async () => {
  for (const row of ['| It is bad.', '> | It is bad.', 'Cell | It is bad.', '| ok | It is bad.']) {
    const { tasks } = await treat(`${row} |\nThen | odd.\nIt is odd.`, { reply: '1: Now ok.' });
    assert.deepEqual(tasks[0]?.toCorrect, ['It is odd.'], row);
  }
  const { tasks } = await treat('| A |\n|---|\n| ok. |\n\nIt is |bad|.', { reply: '1: Now ok.' });
  assert.deepEqual(tasks[0]?.toCorrect, ['It is |bad|.']);
});

test('a statement is doubtful if it differs, or if hardly anything or all but a number was found', () => {
  const isDoubt = (verdict: Judgement['verdict'], score: number | null) =>
    isDoubtful({ ...{ index: 0, text: 'It is.', from: 0, to: 6, quotes: [] }, verdict, score });
  for (const score of [null, 0, 0.34, 0.5, 1]) assert.ok(isDoubt('not-found', score), `${score}`);
  for (const score of [0.35, 0.49]) assert.ok(!isDoubt('not-found', score), `${score}`);
  assert.ok(isDoubt('differs', 0.4));
  for (const verdict of ['supported', 'not-checked'] as const) assert.ok(!isDoubt(verdict, 0), verdict);
});
