import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import type { LanguageModelLike, ModelPart } from '../models/language-model.ts';
import { openModelStream } from '../models/model-stream.ts';
import { createMetrics } from './metrics.ts';
import { observeModelCall } from './model-calls.ts';

const text: ModelPart = { type: 'text-delta', delta: 'Some words that were written.' };
const finishWith = (input: number | undefined, output: number): ModelPart => ({
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: { inputTokens: { total: input }, outputTokens: { total: output } },
});

/** The metrics of a call whose reply has these parts, and that its reader leaves after so many texts. */
async function counted(parts: readonly ModelPart[] | null, texts = 10, caller = new AbortController()) {
  const metrics = createMetrics();
  const model: LanguageModelLike = {
    observe: () => observeModelCall({ provider: 'openai', name: () => 'm' }, metrics),
    async doStream() {
      if (parts === null) throw new Error('refused');
      const stream = new ReadableStream<ModelPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
  const prompt = { system: 'You answer.', user: 'What is it?' };
  const stream = await openModelStream(model, prompt, caller.signal).catch(() => null);
  try {
    for (let at = 0; at < texts && (await stream?.next()) !== undefined; at++);
  } catch {
    // Shown by the metrics.
  }
  if (texts === 0) caller.abort(new Failure('deadline-exceeded', 'Its time is up.'));
  stream?.close();
  stream?.close();
  return metrics.text();
}

test('a whole reply counts once, with its tokens as the API reports them', async () => {
  const whole = await counted([text, finishWith(30, 40)]);
  assert.match(whole, /operation_duration_seconds_count\{[^}]*model="m",error_type=""\} 1\n/);
  assert.match(whole, /time_to_first_chunk_seconds_count\{[^}]*\} 1\n/);
  assert.match(whole, /token_usage_sum\{[^}]*"input"\} 30\n/);
  assert.match(whole, /token_usage_sum\{[^}]*"output"\} 40\n/);
  const unsplit = await counted([text, finishWith(undefined, 1_000_000)]);
  assert.match(unsplit, /token_usage_sum\{[^}]*"total"\} 1000000\n/);
});

test('a reply that breaks off costs its prompt and the text so far', async () => {
  const broken = await counted([text]);
  assert.match(broken, /token_usage_sum\{[^}]*"input"\} [1-9]/);
  assert.match(broken, /token_usage_sum\{[^}]*"output"\} [1-9]/);
  assert.match(broken, /operation_duration_seconds_count\{[^}]*error_type="model-unavailable"\} 1\n/);
});

test('a call that the API refuses has failed, and costs no tokens', async () => {
  const refused = await counted(null);
  assert.match(refused, /operation_duration_seconds_count\{[^}]*error_type="model-unavailable"\} 1\n/);
  assert.doesNotMatch(refused, /token_usage_sum\{|first_chunk_seconds_sum\{/);
});

test('a call whose reader leaves has not failed; one whose time is up has', async () => {
  assert.match(await counted([text, finishWith(1, 1)], 1), /error_type="cancelled"\} 1\n/);
  assert.match(await counted([text, finishWith(1, 1)], 0), /error_type="deadline-exceeded"\} 1\n/);
});
