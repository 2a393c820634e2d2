import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import Instructor from '@instructor-ai/instructor';
import { ChatOpenAI } from '@langchain/openai';
import {
  Agent,
  tool as agentTool,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
} from '@openai/agents';
import { tool as aiTool, generateText, stepCountIs, streamText } from 'ai';
import { createAgent, tool as langchainTool, toolStrategy } from 'langchain';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { z } from 'zod';
import { fieldOf } from '../../src/lib/text/own-value.ts';
import { calling, choosing } from '../support/calling-model.ts';
import type { ChatScript } from '../support/chat-server.ts';
import { streaming } from '../support/model-server.ts';
import { covers } from './covers.ts';
import { stageForClients } from './stage.ts';

const QUESTION = 'Turn on the kitchen light.';
const LIGHT = { name: 'light', arguments: '{"name":"kitchen"}' };
const GIVEN = { name: 'kitchen' };
const DONE = 'The light is on.';
const schema = z.object({ name: z.string() });
const animal = z.object({ animal: z.string(), legs: z.number() });
const AXOLOTL = { animal: 'axolotl', legs: 4 };

/** Calls the function, and answers when its result has come. */
const callingThenTelling: ChatScript = (response, call, count) => {
  const messages = fieldOf(call.body, 'messages');
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const script = fieldOf(last, 'role') === 'tool' ? streaming(DONE) : choosing(calling(LIGHT));
  script(response, call, count);
};

/** A stage whose model calls the function, the client of the service, and the arguments that arrived. */
async function stage() {
  const on = await stageForClients();
  on.model.script = callingThenTelling;
  const seen: unknown[] = [];
  const run = async (given: unknown) => {
    seen.push(given);
    return 'done';
  };
  const client = new OpenAI({ baseURL: `${on.url}/v1`, apiKey: 'any', maxRetries: 0 });
  return { ...on, client, seen, run };
}

covers('openai', '`chat.completions.runTools`, whole and streamed', async () => {
  await using on = await stage();
  const parameters = z.toJSONSchema(schema);
  const called = {
    name: 'light',
    description: 'Turns a light on.',
    parse: JSON.parse,
    parameters,
    function: on.run,
  };
  const request = {
    model: 'sayso',
    messages: [{ role: 'user' as const, content: QUESTION }],
    tools: [{ type: 'function' as const, function: called }] as never,
  };
  assert.equal(await on.client.chat.completions.runTools(request).finalContent(), DONE);
  assert.equal(await on.client.chat.completions.runTools({ ...request, stream: true }).finalContent(), DONE);
  assert.deepEqual(on.seen, [GIVEN, GIVEN]);
});

covers('@ai-sdk/openai', 'functions, in both interfaces, whole and streamed', async () => {
  await using on = await stage();
  const provider = createOpenAI({ baseURL: `${on.url}/v1`, apiKey: 'any' });
  const light = aiTool({ description: 'Turns a light on.', inputSchema: schema, execute: on.run });
  for (const model of [provider.chat('sayso'), provider.responses('sayso')]) {
    const options = {
      ...{ model, prompt: QUESTION, stopWhen: stepCountIs(3), tools: { light } },
      providerOptions: { openai: { store: false } },
    };
    assert.equal((await generateText(options)).text, DONE);
    let text = '';
    for await (const piece of streamText(options).textStream) text += piece;
    assert.equal(text, DONE);
  }
  assert.equal(on.seen.length, 4);
});

covers('langchain', '`createAgent` whose tools are called, and with `toolStrategy`', async () => {
  await using on = await stage();
  const configuration = { baseURL: `${on.url}/v1` };
  const model = new ChatOpenAI({ model: 'sayso', apiKey: 'any', configuration });
  const light = langchainTool(on.run, { name: 'light', description: 'Turns a light on.', schema });
  const messages = [{ role: 'user', content: QUESTION }];
  const { messages: said } = await createAgent({ model, tools: [light] }).invoke({ messages });
  assert.equal(said.at(-1)?.text, DONE);
  assert.deepEqual(on.seen, [GIVEN]);
  on.model.script = streaming(JSON.stringify(AXOLOTL));
  const structured = createAgent({ model, tools: [], responseFormat: toolStrategy(animal) });
  assert.deepEqual((await structured.invoke({ messages })).structuredResponse, AXOLOTL);
});

covers('@langchain/openai', '`withStructuredOutput` by a function, and `bindTools`, streamed', async () => {
  await using on = await stage();
  for (const useResponsesApi of [false, true]) {
    const configuration = { baseURL: `${on.url}/v1` };
    const model = new ChatOpenAI({ model: 'sayso', apiKey: 'any', useResponsesApi, configuration });
    on.model.script = streaming(JSON.stringify(AXOLOTL));
    const structured = model.withStructuredOutput(animal, { name: 'animal', method: 'functionCalling' });
    assert.deepEqual(await structured.invoke(QUESTION), AXOLOTL);
    on.model.script = callingThenTelling;
    const described = { name: 'light', parameters: z.toJSONSchema(schema) };
    const stream = await model.bindTools([{ type: 'function', function: described }]).stream(QUESTION);
    const calls: string[] = [];
    for await (const { tool_call_chunks: pieces = [] } of stream)
      for (const { args } of pieces) calls.push(args ?? '');
    assert.deepEqual(JSON.parse(calls.join('')), GIVEN);
  }
});

covers('@openai/agents', 'an agent whose tools are called, in both interfaces', async () => {
  await using on = await stage();
  const light = agentTool({
    name: 'light',
    description: 'Turns it on.',
    parameters: schema,
    execute: on.run,
  });
  const runner = new Runner({ tracingDisabled: true });
  const models = [OpenAIResponsesModel, OpenAIChatCompletionsModel].map(
    (Model) => new Model(on.client, 'sayso'),
  );
  for (const model of models) {
    const agent = new Agent({ name: 'Sayso', instructions: 'Be brief.', model, tools: [light] });
    assert.equal((await runner.run(agent, QUESTION)).finalOutput, DONE);
    const streamed = await runner.run(agent, QUESTION, { stream: true });
    await streamed.completed;
    assert.equal(streamed.finalOutput, DONE);
  }
  assert.equal(on.seen.length, 4);
});

covers('@instructor-ai/instructor', 'the modes `TOOLS` and `FUNCTIONS`', async () => {
  await using on = await stage();
  on.model.script = streaming(JSON.stringify(AXOLOTL));
  for (const mode of ['TOOLS', 'FUNCTIONS'] as const) {
    // Its types want its own older copies of the client and of Zod; it is given these ones at run time.
    const instructor = Instructor({ client: on.client as never, mode });
    const found: unknown = await instructor.chat.completions.create({
      model: 'sayso',
      messages: [{ role: 'user', content: 'What is an axolotl?' }],
      response_model: { schema: animal as never, name: 'Animal' },
    });
    assert.deepEqual({ ...Object(found), _meta: undefined }, { ...AXOLOTL, _meta: undefined }, mode);
  }
});

covers('ollama', '`chat` with functions, whole and streamed', async () => {
  await using on = await stage();
  const client = new Ollama({ host: on.url });
  const described = { name: 'light', description: 'Turns a light on.', parameters: z.toJSONSchema(schema) };
  const tools = [{ type: 'function', function: described }] as never;
  const messages = [{ role: 'user', content: QUESTION }];
  const { message } = await client.chat({ model: 'sayso-voice', messages, tools });
  assert.deepEqual(message.tool_calls?.[0]?.function, { name: 'light', arguments: GIVEN });
  const next = [...messages, message, { role: 'tool', content: 'done', tool_name: 'light' }];
  let text = '';
  for await (const part of await client.chat({ model: 'sayso-voice', messages: next, tools, stream: true }))
    text += part.message.content;
  assert.equal(text, DONE);
});
