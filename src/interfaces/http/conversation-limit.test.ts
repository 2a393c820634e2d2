import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTextInterface } from '../../../test/support/fixed-replies.ts';
import { ollama } from '../ollama/ollama.ts';
import { openai } from '../openai/openai.ts';

/** Eight times the limit of the service. */
const LIMIT_BYTES = 800_000;

test('a conversation may be eight times as long as other requests', async () => {
  const question = { role: 'user', content: 'Who built it?' };
  await using forOpenAi = await startTextInterface(openai);
  await using forOllama = await startTextInterface(ollama);
  const calls = [
    { app: forOpenAi.app, url: '/v1/chat/completions', messages: 'messages' },
    { app: forOpenAi.app, url: '/v1/responses', messages: 'input' },
    { app: forOllama.app, url: '/api/chat', messages: 'messages' },
  ];
  for (const { app, url, messages } of calls) {
    const statusOf = async (bytes: number) => {
      const earlier = { role: 'assistant', content: 'x'.repeat(bytes) };
      const payload = { model: 'sayso', stream: false, [messages]: [question, earlier, question] };
      return (await app.inject({ method: 'POST', url, payload })).statusCode;
    };
    assert.equal(await statusOf(LIMIT_BYTES - 1000), 200, url);
    assert.equal(await statusOf(LIMIT_BYTES), 413, url);
  }
});
