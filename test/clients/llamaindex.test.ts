import assert from 'node:assert/strict';
import { OpenAI } from '@llamaindex/openai';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER } from './stage.ts';

covers('@llamaindex/openai', '`chat`, whole and streamed', async () => {
  await using on = await startStage();
  const llm = new OpenAI({ model: 'sayso', apiKey: 'any', baseURL: `${on.url}/v1`, maxRetries: 0 });
  const messages = [{ role: 'user' as const, content: 'What is an axolotl?' }];
  const { message } = await llm.chat({ messages, stream: false });
  assert.equal(message.content, ANSWER);
  let text = '';
  for await (const { delta } of await llm.chat({ messages, stream: true })) text += delta;
  assert.equal(text, ANSWER);
});
