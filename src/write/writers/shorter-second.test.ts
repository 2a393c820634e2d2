import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { collect, task } from '../../../test/support/model-bed.ts';
import { Failure } from '../../core/failure.ts';
import type { Source } from '../../core/source.ts';
import type { Writer, WritingTask } from '../writer.ts';
import { withShorterSecond } from './shorter-second.ts';

const { signal } = new AbortController();

/** A writer that records its tasks and yields its name, or fails. */
function writer(name: string, fails = false, needsSources = false): Writer & { asked: WritingTask[] } {
  const asked: WritingTask[] = [];
  return {
    name,
    needsSources,
    asked,
    async *write(one) {
      asked.push(one);
      if (fails) throw new Failure('model-unavailable', `${name} is down.`);
      yield { type: 'text', text: name };
    },
  };
}

const source = (index: number, ...texts: string[]): Source => ({
  index,
  url: `https://${index}.example/`,
  title: 'T',
  snippet: '',
  passages: texts.map((text) => ({ text, from: 10, to: 10 + text.length })),
});

/** The task that the second writer gets, for these sources and this many tokens of source text. */
async function taskOfSecond(sources: readonly Source[], contextTokens: number): Promise<WritingTask> {
  const second = writer('second');
  const both = withShorterSecond(writer('first', true), second, contextTokens);
  await collect(both, signal, undefined, { ...task, sources });
  return second.asked[0] ?? assert.fail('the second was not asked');
}

test('the first writes from all its sources, and the second is not asked', async () => {
  const [first, second] = [writer('first', false, true), writer('second')];
  const both = withShorterSecond(first, second, 1);
  assert.deepEqual([both.name, both.needsSources], ['first', true]);
  assert.equal((await collect(both, signal, undefined, task)).text, 'first');
  assert.deepEqual([first.asked, second.asked.length], [[task], 0]);
});

test('if the first fails, the second writes, both within the tokens that the task allows', async () => {
  const [first, second] = [writer('first', true), writer('second')];
  const both = withShorterSecond(first, second, 1000);
  assert.equal((await collect(both, signal, undefined, { ...task, maxTokens: 1000 })).text, 'second');
  const [one = 0, other = 0] = [first, second].map(({ asked }) => asked[0]?.maxTokens);
  assert.ok(one > other && other > 200 && Math.abs(one + other - 1000) < 1e-6, `${one} and ${other}`);
  assert.equal((await taskOfSecond(task.sources, 1000)).maxTokens, undefined);
});

test('statements are corrected by the first alone, with all tokens of the task', async () => {
  const [first, second] = [writer('first', true), writer('second')];
  const toCorrect = { ...task, toCorrect: ['It is 5.'], maxTokens: 1000 };
  await assert.rejects(collect(withShorterSecond(first, second, 10), signal, undefined, toCorrect), Failure);
  assert.deepEqual([first.asked, second.asked.length], [[toCorrect], 0]);
});

test('the second gets every source with its number and the beginning of its passages', async () => {
  const long = 'The tower is 330 meters high, and many people visit it every day. '.repeat(4);
  const short = 'The tower is high.';
  const room = 2 * estimateTokens(short);
  const sources = [source(1, short, short, short), source(2, short), source(7, long), source(8, '')];
  const given = (await taskOfSecond(sources, 4 * room)).sources;
  assert.deepEqual(
    given.map(({ index, passages }) => [index, passages.map(({ text }) => text)]),
    [
      [1, [short, short]],
      [2, [short]],
      [7, [long.slice(0, 2 * room)]],
      [8, ['']],
    ],
  );
  assert.deepEqual(given[2]?.passages[0], { text: long.slice(0, 2 * room), from: 10, to: 10 + 2 * room });
  assert.deepEqual((await taskOfSecond([source(1, long)], 0)).sources, [source(1)]);
});

test('a passage is never cut into half a character', async () => {
  const [only] = (await taskOfSecond([source(1, `a${'😀'.repeat(50)}`)], 10)).sources;
  assert.ok(only?.passages[0]?.text.isWellFormed());
});
