import assert from 'node:assert/strict';
import { openAICompatible } from '@genkit-ai/compat-oai';
import { genkit, z } from 'genkit';
import { streaming } from '../support/model-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER } from './stage.ts';

const QUESTION = 'What is an axolotl?';
const genkitAt = (url: string) =>
  genkit({ plugins: [openAICompatible({ name: 'sayso', apiKey: 'any', baseURL: `${url}/v1` })] });

covers('@genkit-ai/compat-oai', '`generate` and `generateStream`', async () => {
  await using on = await startStage();
  const ai = genkitAt(on.url);
  assert.equal((await ai.generate({ model: 'sayso/sayso', prompt: QUESTION })).text, ANSWER);
  const { stream, response } = ai.generateStream({ model: 'sayso/sayso', prompt: QUESTION });
  let text = '';
  for await (const chunk of stream) text += chunk.text;
  assert.equal(text, ANSWER);
  assert.equal((await response).text, ANSWER);
});

covers('@genkit-ai/compat-oai', '`output` with a schema; a tool of the flow that is not called', async () => {
  await using on = await startStage();
  const ai = genkitAt(on.url);
  const own = ai.defineTool(
    { name: 'look_up', description: 'Looks up a word.', inputSchema: z.object({ word: z.string() }) },
    () => assert.fail('not called'),
  );
  assert.equal((await ai.generate({ model: 'sayso/sayso', prompt: QUESTION, tools: [own] })).text, ANSWER);
  on.model.script = streaming('{"legs": 4}');
  const schema = z.object({ legs: z.number() });
  const { output } = await ai.generate({ model: 'sayso/sayso', prompt: QUESTION, output: { schema } });
  assert.deepEqual(output, { legs: 4 });
});
