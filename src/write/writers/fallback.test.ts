import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingListens } from '../../../test/support/leaves-nothing.ts';
import { collect, task } from '../../../test/support/model-bed.ts';
import { sleep, untilAborted } from '../../core/deadline.ts';
import { Failure } from '../../core/failure.ts';
import type { Writer, WritingTask, WrittenPart } from '../writer.ts';
import { withFallback } from './fallback.ts';

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

test('reports the reason once when one model fails twice in the same words', async () => {
  const twice = withFallback(writer('m', [down]), writer('m', [down]));
  await assert.rejects(partsOf(twice), { message: 'First is down.' });
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
