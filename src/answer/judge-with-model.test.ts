import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { Answer, JudgedStatement } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { type Answerer, runOf } from '../core/run.ts';
import type { ModelJudge, ModelVerdict } from '../write/writer.ts';
import { judgeWithModel, verdictCachePlan } from './judge-with-model.ts';
import type { Parts } from './parts.ts';

const { signal } = new AbortController();
const source = { index: 1, url: 'https://a.example/', title: 'A', snippet: '', passages: [] };
const answer: Answer = {
  ...{ text: 'It is red. It is round. It is old.', html: '', speech: '', sources: [source], language: 'en' },
  ...{ model: 'm', slot: 1, tokensUsed: 50, error: null, errorMissingInText: false },
};
const statementOf = (index: number, score: number): JudgedStatement => ({
  ...{ index, text: `statement ${index}`, from: 0, to: 1 },
  ...{ verdict: score > 0.5 ? 'supported' : 'not-found', score, quotes: [] },
});
const statements = [statementOf(0, 0.99), statementOf(1, 0.3), statementOf(2, 0.4)];

async function* answering(): AsyncGenerator<AnswerEvent> {
  for (const statement of statements) yield { type: 'statement', statement };
  yield { type: 'usage', depth: 'quick', calls: 1, tokens: 50 };
  yield { type: 'answer-end', answer, statements };
}

/** A judge that gives these verdicts, and the tasks that it got. */
function judgeOf(verdicts: readonly ModelVerdict[]) {
  const tasks: Parameters<ModelJudge>[0][] = [];
  const judge: ModelJudge = async function* judge(task) {
    tasks.push(task);
    yield* verdicts;
    return { tokens: 7, calls: 1 };
  };
  return { judge, tasks };
}

type Given = {
  readonly cache?: VerdictCache | null;
  readonly question?: Question;
  readonly caller?: AbortSignal;
};

type VerdictCache = NonNullable<Parts['verdicts']>['cache'];

function memory(): VerdictCache {
  const values = new Map<string, Parameters<VerdictCache['set']>[1]>();
  return {
    async get(key) {
      const value = values.get(key);
      return value === undefined ? null : { value, ageMs: 0 };
    },
    async set(key, value) {
      values.set(key, value);
    },
  };
}

/** The events with the verdicts of this judge. */
function judged(
  events: Answerer,
  judge: ModelJudge,
  { cache = null, question = QUESTION, caller = signal }: Given = {},
): Promise<AnswerEvent[]> {
  const rest = { lifetimeMs: 1000, fingerprint: () => 'f', count: () => undefined };
  const verdicts = cache && { cache, ...rest };
  return Array.fromAsync(judgeWithModel(events, judge, { verdicts })(runOf(question, { signal: caller })));
}

const ask = (judge: ModelJudge, cache: VerdictCache | null = null, question = QUESTION) =>
  judged(answering, judge, { cache, question });

const SUPPORTED = { at: 1, verdict: 'supported', quote: '' } as const;

test('only the statements of which the comparison is not sure are sent', async () => {
  const { judge, tasks } = judgeOf([]);
  await ask(judge);
  assert.deepEqual(tasks[0]?.statements, ['statement 1', 'statement 2']);
});

test('a changed statement is emitted again, and the end has its verdict and the cost', async () => {
  const events = await ask(judgeOf([SUPPORTED]).judge);
  const [changed, usage, end] = events.slice(3);
  assert.ok(changed?.type === 'statement' && usage?.type === 'usage' && end?.type === 'answer-end');
  assert.deepEqual([changed.statement.index, changed.statement.verdict], [2, 'supported']);
  assert.deepEqual([usage.calls, usage.tokens, end.answer.tokensUsed], [2, 57, 57]);
  assert.deepEqual(
    end.statements?.map(({ verdict }) => verdict),
    ['supported', 'not-found', 'supported'],
  );
});

test('an answer that is sent again costs no second call', async () => {
  const { judge, tasks } = judgeOf([SUPPORTED]);
  const cache = memory();
  const first = await ask(judge, cache);
  const second = await ask(judge, cache);
  assert.equal(tasks.length, 1);
  const ends = [first, second].map((events) => events.findLast(({ type }) => type === 'answer-end'));
  const [one, other] = ends.map((end) => (end?.type === 'answer-end' ? end.statements : null));
  assert.deepEqual(one, other);
  const usage = second.find((event) => event.type === 'usage');
  assert.deepEqual(usage, { type: 'usage', depth: 'quick', calls: 1, tokens: 50 });
});

test('the same answer to another question is judged anew', async () => {
  const { judge, tasks } = judgeOf([SUPPORTED]);
  const cache = memory();
  await ask(judge, cache);
  await ask(judge, cache, { ...QUESTION, text: 'Another question?' });
  assert.equal(tasks.length, 2);
});

/** The statements that a judge is asked about in an answer with these fields and statements. */
async function sentFor(given: Partial<Answer>, asked: readonly JudgedStatement[]) {
  const { judge, tasks } = judgeOf([SUPPORTED]);
  async function* events(): AsyncGenerator<AnswerEvent> {
    yield { type: 'answer-end', answer: { ...answer, ...given }, statements: asked };
  }
  const told = await judged(events, judge);
  return { sent: tasks.map((task) => task.statements.length), types: told.map(({ type }) => type) };
}

test('at most a hundred statements are sent, and none of an answer without doubts or sources', async () => {
  const many = Array.from({ length: 101 }, (_, index) => statementOf(index, 0.1));
  const { sent, types } = await sentFor({}, many);
  assert.deepEqual([sent, types], [[100], ['statement', 'answer-end']]);
  assert.deepEqual((await sentFor({}, many.slice(0, 1))).sent, [1]);
  const none = { sent: [], types: ['answer-end'] };
  assert.deepEqual(await sentFor({ sources: [] }, many), none);
  assert.deepEqual(await sentFor({}, [statementOf(0, 0.99)]), none);
  assert.deepEqual(await sentFor({}, []), none);
});

test('a judgement that its caller cut short, or that has no verdict, is asked for again', async () => {
  for (const verdicts of [[SUPPORTED], []]) {
    const caller = new AbortController();
    const { judge, tasks } = judgeOf(verdicts);
    const leaving: ModelJudge = async function* (task, given) {
      if (verdicts.length > 0) caller.abort();
      assert.equal(given.aborted, verdicts.length > 0);
      return yield* judge(task, given);
    };
    const cache = memory();
    await judged(answering, leaving, { cache, caller: caller.signal });
    await ask(judge, cache);
    assert.equal(tasks.length, 2);
  }
});

test('stored verdicts are used only if each of them is valid', () => {
  const stored = { index: 0, verdict: 'missing', quote: '' };
  const { parse } = verdictCachePlan;
  assert.deepEqual(parse([stored]), [stored]);
  assert.notEqual(parse(Array(100).fill(stored)), null);
  const invalid = [
    { ...stored, index: -1 },
    { ...stored, verdict: 'no' },
    { ...stored, more: 1 },
  ];
  for (const one of invalid) assert.equal(parse([stored, one]), null, JSON.stringify(one));
  assert.equal(parse(Array(101).fill(stored)), null);
});
