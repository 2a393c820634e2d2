import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import { collect, task } from '../../test/support/model-bed.ts';
import { sleep, untilAborted } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Source } from '../core/source.ts';
import { withFallback, withShorterSecond } from './second-writer.ts';
import type { Writer, WritingTask, WrittenPart } from './writer.ts';

const { signal } = new AbortController();
assertNothingListens(signal);
const down = new Failure('model-unavailable', 'First is down.', { retryAfterMs: 9_000 });

function writer(name: string, parts: readonly (string | Failure)[], needsSources = false) {
  const asked: WritingTask[] = [];
  const made: Writer = {
    name,
    needsSources,
    async *write(one) {
      asked.push(one);
      yield { type: 'usage', tokens: 10 };
      for (const part of parts) {
        if (part instanceof Failure) throw part;
        yield { type: 'text', text: part };
      }
    },
  };
  return { ...made, asked };
}

async function partsOf(made: Writer, asked: WritingTask = task): Promise<WrittenPart[]> {
  const parts: WrittenPart[] = [];
  for await (const part of made.write(asked, signal)) parts.push(part);
  return parts;
}

const namesIn = (parts: readonly WrittenPart[]) =>
  parts.flatMap((part) => (part.type === 'model' ? [part.name] : []));

test('does not call the second while the first writes', async () => {
  const second = writer('second', ['No.']);
  const both = withFallback(writer('first', ['Yes.']), second);
  assert.equal(both.name, 'first');
  const parts = await partsOf(both);
  assert.deepEqual(namesIn(parts), []);
  assert.equal((await collect(both, signal)).text, 'Yes.');
  assert.equal(second.asked.length, 0);
});

test('calls the second if the first fails or writes nothing, and names it before its text', async () => {
  for (const first of [writer('first', [down]), writer('first', [])]) {
    const reasons: string[] = [];
    const both = withFallback(first, writer('second', ['Yes.']), ({ message }) => reasons.push(message));
    const parts = await partsOf(both);
    assert.deepEqual(
      parts.slice(-2).map(({ type }) => type),
      ['model', 'text'],
    );
    assert.deepEqual(namesIn(parts), ['second']);
    assert.equal(reasons.length, 1);
  }
});

test('does not switch after the first text', async () => {
  const second = writer('second', ['Yes.']);
  await assert.rejects(partsOf(withFallback(writer('first', ['It is ', down]), second)), /First is down/);
  assert.equal(second.asked.length, 0);
});

test('cancels a first that hesitates', async () => {
  let ended: AbortSignal | undefined;
  const hanging: Writer = {
    name: 'hanging',
    needsSources: false,
    async *write(_task, own) {
      ended = own;
      await untilAborted(new Promise(() => undefined), own);
      yield { type: 'text', text: 'never' };
    },
  };
  const endedEarly = { ...task, patienceMs: 20 };
  const reasons: string[] = [];
  const both = withFallback(hanging, writer('second', ['Yes.']), ({ message }) => reasons.push(message));
  assert.deepEqual(namesIn(await partsOf(both, endedEarly)), ['second']);
  assert.match(reasons[0] ?? '', /hanging did not begin to write within 0 s|within 0\.\d s/);
  assert.equal(ended?.aborted, true);
});

test('gives a first that has begun all the remaining time', async () => {
  const slow: Writer = {
    name: 'slow',
    needsSources: false,
    async *write(_task, own) {
      yield { type: 'text', text: 'One ' };
      await sleep(60, own);
      yield { type: 'text', text: 'two.' };
    },
  };
  const endedEarly = { ...task, patienceMs: 20 };
  const both = withFallback(slow, writer('second', ['No.']));
  assert.equal((await collect(both, signal, undefined, endedEarly)).text, 'One two.');
});

test('reports both reasons when both fail', async () => {
  const second = writer('second', [new Failure('model-unavailable', 'Second is down.')]);
  const failing = partsOf(withFallback(writer('first', [down]), second));
  await assert.rejects(failing, { message: 'First is down. Second is down.', retryAfterMs: 9_000 });
  const cut = writer('second', ['It is ', new Failure('model-unavailable', 'Second broke off.')]);
  await assert.rejects(partsOf(withFallback(writer('first', [down]), cut)), { message: 'Second broke off.' });
});

test('does not call the second for a caller who has disconnected', async () => {
  const second = writer('second', ['Yes.']);
  const controller = new AbortController();
  const first: Writer = {
    name: 'first',
    needsSources: false,
    async *write(_task, own) {
      controller.abort();
      await sleep(1_000, own);
      yield { type: 'text', text: 'never' };
    },
  };
  await assert.rejects(collect(withFallback(first, second), controller.signal), { code: 'cancelled' });
  assert.equal(second.asked.length, 0);
});

test('adds the tokens of a first that failed to those of the second', async () => {
  const quotes: Writer = {
    name: 'quotes',
    needsSources: true,
    async *write() {
      yield { type: 'text', text: 'Yes.' };
    },
  };
  for (const [second, tokens] of [
    [writer('second', ['Yes.']), 20],
    [quotes, 10],
  ] as const) {
    const both = withFallback(writer('first', [down]), second);
    assert.equal((await collect(both, signal)).usages.at(-1), tokens);
  }
});

test('does not call a second that needs sources if there are none', async () => {
  const quotes = writer('extractive', ['Yes.'], true);
  const both = withFallback(writer('first', [down]), quotes);
  assert.equal(both.needsSources, false);
  await assert.rejects(
    partsOf(both, { ...task, sources: [], evidenceStatus: 'unchecked' }),
    /First is down\.$/,
  );
  assert.deepEqual(namesIn(await partsOf(both)), ['extractive']);
});

const source = (index: number, ...texts: string[]): Source => ({
  index,
  url: `https://${index}.example/`,
  title: 'T',
  snippet: '',
  passages: texts.map((text) => ({ text, from: 10, to: 10 + text.length })),
});

/** The task that the second writer gets, for these sources and this many tokens of source text. */
async function taskOfSecond(sources: readonly Source[], contextTokens: number): Promise<WritingTask> {
  const second = writer('second', ['second']);
  const both = withShorterSecond(writer('first', [down]), second, contextTokens);
  await collect(both, signal, undefined, { ...task, sources });
  return second.asked[0] ?? assert.fail('the second was not asked');
}

test('if the first fails, the second writes, both within the tokens that the task allows', async () => {
  const [first, second] = [writer('first', [down]), writer('second', ['second'])];
  const both = withShorterSecond(first, second, 1000);
  assert.equal((await collect(both, signal, undefined, { ...task, maxTokens: 1000 })).text, 'second');
  const [one = 0, other = 0] = [first, second].map(({ asked }) => asked[0]?.maxTokens);
  assert.ok(one > other && other > 200 && Math.abs(one + other - 1000) < 1e-6, `${one} and ${other}`);
  assert.equal((await taskOfSecond(task.sources, 1000)).maxTokens, undefined);
});

test('statements are corrected by the first alone, with all tokens of the task', async () => {
  const [first, second] = [writer('first', [down]), writer('second', ['second'])];
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
