import assert from 'node:assert/strict';
import { openAICompatible } from '@genkit-ai/compat-oai';
import { ChatOpenAI } from '@langchain/openai';
import { tool as llamaTool } from '@llamaindex/core/tools';
import { OpenAI as LlamaOpenAI } from '@llamaindex/openai';
import { agent as llamaAgent } from '@llamaindex/workflow';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, tool } from '@openai/agents';
import { genkit, z as genkitZod } from 'genkit';
import { createAgent, tool as langchainTool } from 'langchain';
import OpenAI from 'openai';
import { z } from 'zod';
import { fieldOf } from '../../src/lib/text/own-value.ts';
import { calling } from '../support/calling-model.ts';
import type { ChatScript } from '../support/chat-server.ts';
import { streaming } from '../support/model-server.ts';
import { covers } from './covers.ts';
import { stageForClients } from './stage.ts';

const QUESTION = 'How warm is the pond?';
const WARM = 'The pond has 18 degrees.';
const NAME = 'pond_temperature';
const description = 'Measures the temperature of a pond.';
const schema = z.object({ pond: z.string() });

/** A model that calls the function of the program, and answers from its result. */
const measuring: ChatScript = (response, call, count) => {
  const messages = fieldOf(call.body, 'messages') as { role: string }[];
  const hasResult = messages.some(({ role }) => role === 'tool');
  const script = hasResult ? streaming(WARM) : calling({ name: NAME, arguments: '{"pond": "axolotl"}' });
  script(response, call, count);
};

/** The service with that model, and a function that the program runs. */
async function stageWithFunction() {
  const on = await stageForClients();
  on.model.script = measuring;
  const measured: string[] = [];
  const measure = async ({ pond }: { pond: string }) => {
    measured.push(pond);
    return '18 degrees';
  };
  return {
    url: on.url,
    measure,
    /** Checks the answer, and that the function was called once, without a search. */
    check(answer: unknown) {
      assert.equal(answer, WARM);
      assert.deepEqual(measured.splice(0), ['axolotl']);
      assert.deepEqual(on.search.asked.filter(Boolean), []);
    },
    [Symbol.asyncDispose]: () => on[Symbol.asyncDispose](),
  };
}

covers('@openai/agents', 'the model calls a tool of the agent, in both interfaces', async () => {
  await using on = await stageWithFunction();
  const client = new OpenAI({ baseURL: `${on.url}/v1`, apiKey: 'any', maxRetries: 0 });
  const own = tool({ name: NAME, description, parameters: schema, execute: on.measure });
  for (const model of [
    new OpenAIResponsesModel(client, 'sayso'),
    new OpenAIChatCompletionsModel(client, 'sayso'),
  ]) {
    const agent = new Agent({ name: 'Sayso', model, tools: [own] });
    on.check((await new Runner({ tracingDisabled: true }).run(agent, QUESTION)).finalOutput);
  }
});

covers('langchain', 'the model calls a tool of the agent, in both interfaces', async () => {
  await using on = await stageWithFunction();
  const own = langchainTool(on.measure, { name: NAME, description, schema });
  for (const useResponsesApi of [true, false]) {
    const configuration = { baseURL: `${on.url}/v1` };
    const model = new ChatOpenAI({ model: 'sayso', apiKey: 'any', useResponsesApi, configuration });
    const agent = createAgent({ model, tools: [own] });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: QUESTION }] });
    on.check(messages.at(-1)?.text);
  }
});

covers('@mastra/core', 'the model calls a tool of the agent', async () => {
  await using on = await stageWithFunction();
  const own = createTool({ id: NAME, description, inputSchema: schema, execute: on.measure });
  const agent = new MastraAgent({
    id: 'sayso',
    name: 'Sayso',
    instructions: 'Be brief.',
    model: { id: 'custom/sayso', url: `${on.url}/v1`, apiKey: 'any' },
    tools: { [NAME]: own },
  });
  on.check((await agent.generate(QUESTION)).text);
});

covers('@genkit-ai/compat-oai', 'the model calls a tool of the flow', async () => {
  await using on = await stageWithFunction();
  const ai = genkit({
    plugins: [openAICompatible({ name: 'sayso', apiKey: 'any', baseURL: `${on.url}/v1` })],
  });
  const inputSchema = genkitZod.object({ pond: genkitZod.string() });
  const own = ai.defineTool({ name: NAME, description, inputSchema }, on.measure);
  on.check((await ai.generate({ model: 'sayso/sayso', prompt: QUESTION, tools: [own] })).text);
});

covers('@llamaindex/workflow', 'the model calls a tool of the agent', async () => {
  await using on = await stageWithFunction();
  const llm = new LlamaOpenAI({
    model: 'sayso',
    apiKey: 'any',
    baseURL: `${on.url}/v1`,
    supportToolCall: true,
  });
  const own = llamaTool({ name: NAME, description, parameters: schema, execute: on.measure });
  on.check((await llamaAgent({ llm, tools: [own] }).run(QUESTION)).data.result);
});
