import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Writer, WritingTask, WrittenPart } from '../write/writer.ts';
import { measuredWriter } from './measured-writer.ts';
import { createMetrics } from './metrics.ts';

const task: WritingTask = {
  question: {
    id: 'r',
    text: 'q',
    maxSources: 5,
    scope: ANY_SCOPE,
    history: [],
    deadlineAtMs: performance.now() + 1000,
  },
  sources: [],
  evidenceStatus: 'unchecked',
  patienceMs: 1000,
};
const nobody = new AbortController().signal;

/** The metrics of a writer that yields these parts and then fails, or is abandoned after the first. */
async function counted(parts: readonly WrittenPart[], end: 'fails' | 'ends' | 'is left'): Promise<string> {
  const writer: Writer = {
    name: 'm',
    needsSources: false,
    async *write() {
      yield* parts;
      if (end === 'fails') throw new Failure('model-unavailable', 'It broke off.');
    },
  };
  const metrics = createMetrics();
  const measured = measuredWriter(writer, 'openai', metrics);
  try {
    for await (const _part of measured.write(task, nobody)) if (end === 'is left') break;
  } catch {
    // Shown by the metrics.
  }
  return metrics.text();
}

test('a writer that breaks off costs its prompt and the text so far', async () => {
  const text = await counted(
    [
      { type: 'usage', tokens: 500, split: { input: 500, output: 0 } },
      { type: 'text', text: 'Some words that were written.' },
    ],
    'fails',
  );
  assert.match(text, /token_usage_sum\{[^}]*"input"\} 500\n/);
  assert.match(text, /token_usage_sum\{[^}]*"output"\} [1-9]/);
  assert.match(text, /operation_duration_seconds_count\{[^}]*error_type="model-unavailable"\} 1\n/);
});

test('a writer that reports its tokens and then fails costs no more than it reported', async () => {
  const text = await counted(
    [
      { type: 'text', text: 'Some words that were written.' },
      { type: 'usage', tokens: 70, split: { input: 30, output: 40 } },
    ],
    'fails',
  );
  assert.match(text, /token_usage_sum\{[^}]*"input"\} 30\n/);
  assert.match(text, /token_usage_sum\{[^}]*"output"\} 40\n/);
});

test('tokens without a split into input and output are counted as a total', async () => {
  const text = await counted([{ type: 'usage', tokens: 1_000_000 }], 'ends');
  assert.match(text, /token_usage_sum\{[^}]*"total"\} 1000000\n/);
});

test('an abandoned writer is not counted as failed', async () => {
  const text = await counted([{ type: 'text', text: 'Words' }], 'is left');
  assert.match(text, /error_type="cancelled"\} 1\n/);
});
