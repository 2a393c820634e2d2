import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';
import { OpenAI as LlamaOpenAI } from '@llamaindex/openai';
import { agent as llamaAgent } from '@llamaindex/workflow';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, tool } from '@openai/agents';
import { createAgent, tool as langchainTool, providerStrategy, toolStrategy } from 'langchain';
import OpenAI from 'openai';
import { z } from 'zod';
import { refusing, streaming } from '../support/model-server.ts';
import { withStatus } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER } from './stage.ts';

const QUESTION = 'What is an axolotl?';
const animal = z.object({ animal: z.string(), legs: z.int() });
const AXOLOTL = { animal: 'axolotl', legs: 4 };

const lookUp = { name: 'look_up', description: 'Looks up a word.', schema: z.object({ word: z.string() }) };
const unused = () => assert.fail('Sayso calls only functions that must be called');

/** The two models of OpenAI's agents, which speak the two interfaces. */
function modelsAt(url: string) {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0 });
  return [new OpenAIResponsesModel(client, 'sayso'), new OpenAIChatCompletionsModel(client, 'sayso')];
}

const runner = new Runner({ tracingDisabled: true });

covers('@openai/agents', '`run`, whole and streamed, in both interfaces', async () => {
  await using on = await startStage();
  for (const model of modelsAt(on.url)) {
    const agent = new Agent({ name: 'Sayso', instructions: 'Be brief.', model });
    assert.equal((await runner.run(agent, QUESTION)).finalOutput, ANSWER);
    const streamed = await runner.run(agent, QUESTION, { stream: true });
    let text = '';
    for await (const piece of streamed.toTextStream()) text += piece;
    await streamed.completed;
    assert.equal(text, ANSWER);
  }
});

covers('@openai/agents', '`outputType` with a schema', async () => {
  await using on = await startStage();
  on.model.script = streaming(JSON.stringify(AXOLOTL));
  for (const model of modelsAt(on.url)) {
    const agent = new Agent({ name: 'Sayso', model, outputType: animal });
    assert.deepEqual((await runner.run(agent, QUESTION)).finalOutput, AXOLOTL);
  }
});

covers('@openai/agents', 'an agent that has tools, and a second question', async () => {
  await using on = await startStage();
  const { name, description, schema } = lookUp;
  const own = tool({ name, description, parameters: schema, execute: unused });
  for (const model of modelsAt(on.url)) {
    on.model.script = streaming(ANSWER);
    const agent = new Agent({ name: 'Sayso', model, tools: [own] });
    const first = await runner.run(agent, QUESTION);
    assert.equal(first.finalOutput, ANSWER);
    on.model.script = streaming('In Mexico [1].');
    const next = [...first.history, { role: 'user' as const, content: 'Where does it live?' }];
    assert.equal((await runner.run(agent, next)).finalOutput, 'In Mexico [1].');
    assert.match(on.model.prompt, /What is an axolotl\?/);
  }
});

covers('@openai/agents', 'errors', async () => {
  await using on = await startStage();
  on.model.script = refusing(500);
  on.search.script = withStatus(500);
  for (const model of modelsAt(on.url))
    await assert.rejects(runner.run(new Agent({ name: 'Sayso', model }), QUESTION), /search|model/i);
});

const chatAt = (url: string, useResponsesApi = false) =>
  new ChatOpenAI({
    model: 'sayso',
    apiKey: 'any',
    maxRetries: 0,
    useResponsesApi,
    configuration: { baseURL: `${url}/v1` },
  });

covers('langchain', '`createAgent` without and with tools', async () => {
  await using on = await startStage();
  const own = langchainTool(unused, lookUp);
  for (const tools of [[], [own]])
    for (const useResponsesApi of [true, false]) {
      const agent = createAgent({ model: chatAt(on.url, useResponsesApi), tools, systemPrompt: 'Be brief.' });
      const { messages } = await agent.invoke({ messages: [{ role: 'user', content: QUESTION }] });
      assert.equal(messages.at(-1)?.text, ANSWER);
    }
});

/** The structured answer of an agent, which `responseFormat` asks for. */
async function structured(agent: { invoke(input: never): Promise<unknown> }): Promise<unknown> {
  const state = await agent.invoke({ messages: [{ role: 'user', content: QUESTION }] } as never);
  return Reflect.get(Object(state), 'structuredResponse');
}

covers('langchain', '`createAgent` with `responseFormat` through a schema and through a tool', async () => {
  await using on = await startStage();
  on.model.script = streaming(JSON.stringify(AXOLOTL));
  const own = langchainTool(unused, lookUp);
  for (const useResponsesApi of [false, true]) {
    const model = chatAt(on.url, useResponsesApi);
    for (const tools of [[], [own]]) {
      const bySchema = createAgent({ model, tools, responseFormat: providerStrategy(animal) });
      assert.deepEqual(await structured(bySchema), AXOLOTL);
    }
  }
  // In the other interface, LangChain does not say that the tool must be called.
  const byTool = createAgent({ model: chatAt(on.url), tools: [], responseFormat: toolStrategy(animal) });
  assert.deepEqual(await structured(byTool), AXOLOTL);
});

covers('@langchain/openai', '`withStructuredOutput` with every method', async () => {
  await using on = await startStage();
  on.model.script = streaming(JSON.stringify(AXOLOTL));
  for (const method of ['jsonSchema', 'functionCalling', 'jsonMode'] as const) {
    const model = chatAt(on.url).withStructuredOutput(animal, { name: 'animal', method });
    assert.deepEqual(await model.invoke(QUESTION), AXOLOTL, method);
  }
});

covers('@llamaindex/workflow', '`agent`', async () => {
  await using on = await startStage();
  const llm = new LlamaOpenAI({
    model: 'sayso',
    apiKey: 'any',
    baseURL: `${on.url}/v1`,
    maxRetries: 0,
    supportToolCall: true,
  });
  const { data } = await llamaAgent({ llm, tools: [] }).run(QUESTION);
  assert.equal(data.result, ANSWER);
});

const mastraAt = (url: string) =>
  new MastraAgent({
    id: 'sayso',
    name: 'Sayso',
    instructions: 'Be brief.',
    model: { id: 'custom/sayso', url: `${url}/v1`, apiKey: 'any' },
  });

covers('@mastra/core', '`Agent.generate` and `stream` with the address of Sayso', async () => {
  await using on = await startStage();
  const agent = mastraAt(on.url);
  assert.equal((await agent.generate(QUESTION)).text, ANSWER);
  let text = '';
  const { textStream } = await agent.stream(QUESTION);
  for await (const piece of textStream) text += piece;
  assert.equal(text, ANSWER);
});

covers('@mastra/core', '`structuredOutput`', async () => {
  await using on = await startStage();
  on.model.script = streaming(JSON.stringify(AXOLOTL));
  const { object } = await mastraAt(on.url).generate(QUESTION, { structuredOutput: { schema: animal } });
  assert.deepEqual(object, AXOLOTL);
});
