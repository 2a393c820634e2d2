import assert from 'node:assert/strict';
import Perplexity from '@perplexity-ai/perplexity_ai';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER, SOURCES } from './stage.ts';

const messages = [{ role: 'user' as const, content: 'What is an axolotl?' }];

covers('@perplexity-ai/perplexity_ai', '`chat.completions.create`, whole and streamed', async () => {
  await using on = await startStage();
  const client = new Perplexity({ baseURL: on.url, apiKey: 'any', maxRetries: 0 });
  const whole = await client.chat.completions.create({ model: 'sayso', messages });
  assert.equal(whole.choices[0]?.message.content, ANSWER);
  assert.deepEqual(whole.citations, SOURCES);
  const stream = await client.chat.completions.create({ model: 'sayso', messages, stream: true });
  let text = '';
  let citations: unknown;
  for await (const chunk of stream) {
    citations ??= chunk.citations;
    text += chunk.choices[0]?.delta.content ?? '';
  }
  assert.equal(text, ANSWER);
  assert.deepEqual(citations, SOURCES);
});
