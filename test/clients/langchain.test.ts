import assert from 'node:assert/strict';
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER } from './stage.ts';

const said = [new SystemMessage('Be brief.'), new HumanMessage('What is an axolotl?')];
const modelAt = (url: string, useResponsesApi = false) =>
  new ChatOpenAI({
    ...{ model: 'sayso', apiKey: 'any', maxRetries: 0, useResponsesApi },
    configuration: { baseURL: `${url}/v1` },
  });

covers('@langchain/openai', '`invoke` and `stream`', async () => {
  await using on = await startStage();
  const model = modelAt(on.url);
  const whole = await model.invoke(said);
  assert.equal(whole.text, ANSWER);
  let text = '';
  for await (const chunk of await model.stream(said)) text += chunk.text;
  assert.equal(text, ANSWER);
});

covers('@langchain/openai', '`invoke` and `stream` with `useResponsesApi`', async () => {
  await using on = await startStage();
  const model = modelAt(on.url, true);
  assert.equal((await model.invoke(said)).text, ANSWER);
  let text = '';
  for await (const chunk of await model.stream(said)) text += chunk.text;
  assert.equal(text, ANSWER);
});
