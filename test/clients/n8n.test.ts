import assert from 'node:assert/strict';
import { SearxngSearch } from '@langchain/community/tools/searxng_search';
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import OpenAI from 'openai';
import { streaming } from '../support/model-server.ts';
import { startStage } from '../support/stage.ts';
import { replays } from './covers.ts';
import { readFacts } from './facts.ts';
import { ANSWER, SOURCES } from './stage.ts';

// n8n makes its requests with LangChain and OpenAI's client, which are run here with n8n's options.
type N8n = {
  readonly chatModel: Readonly<Record<string, unknown>>;
  readonly webSearchTool: { readonly type: 'web_search' };
  readonly searxngTool: { readonly headers: Record<string, string>; readonly params: object };
};
const facts = readFacts<N8n>('n8n');
const said = [new SystemMessage('Be brief.'), new HumanMessage('What is an axolotl?')];

function chatModelAt(url: string, over: object = {}): ChatOpenAI {
  const configuration = { baseURL: `${url}/v1`, defaultHeaders: {} };
  return new ChatOpenAI({ apiKey: 'any', configuration, ...facts.chatModel, ...over });
}

replays(facts, 'list of models', async () => {
  await using on = await startStage();
  const { data } = await new OpenAI({ baseURL: `${on.url}/v1`, apiKey: 'any' }).models.list();
  assert.ok(data.some(({ id }) => id === 'sayso'));
});

replays(facts, 'OpenAI Chat Model, with and without *Use Responses API*', async () => {
  await using on = await startStage();
  for (const useResponsesApi of [true, false])
    assert.equal((await chatModelAt(on.url, { useResponsesApi }).invoke(said)).text, ANSWER);
});

replays(facts, 'OpenAI Chat Model with the built-in tool *Web Search*', async () => {
  await using on = await startStage();
  const model = chatModelAt(on.url).bindTools([facts.webSearchTool]);
  const message = await model.invoke(said);
  assert.equal(message.text, ANSWER);
  assert.match(JSON.stringify(message.content), /url_citation.*animals\.test/);
});

replays(facts, 'OpenAI Chat Model with the response format *JSON Schema* and *JSON*', async () => {
  await using on = await startStage();
  on.model.script = streaming('{"message": "A salamander."}');
  const schema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
  const format = { type: 'json_schema', name: 'my_schema', schema };
  const asSchema = chatModelAt(on.url, { modelKwargs: { text: { verbosity: 'medium', format } } });
  assert.deepEqual(JSON.parse((await asSchema.invoke(said)).text), { message: 'A salamander.' });
  const modelKwargs = { response_format: { type: 'json_object' } };
  const asJson = chatModelAt(on.url, { modelKwargs, useResponsesApi: false });
  assert.deepEqual(JSON.parse((await asJson.invoke(said)).text), { message: 'A salamander.' });
});

replays(facts, 'OpenAI Chat Model in an agent that has tools', async () => {
  await using on = await startStage();
  const parameters = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
  const calculator = { type: 'function' as const, function: { name: 'calculator', parameters } };
  for (const useResponsesApi of [true, false]) {
    const model = chatModelAt(on.url, { useResponsesApi }).bindTools([calculator]);
    const { text, tool_calls: calls } = await model.invoke(said);
    assert.equal(text, ANSWER);
    assert.deepEqual(calls ?? [], []);
  }
});

replays(facts, 'SearXNG tool', async () => {
  await using on = await startStage();
  const tool = new SearxngSearch({ apiBase: on.url, ...facts.searxngTool });
  const found = await tool.invoke('What is an axolotl?');
  for (const source of SOURCES) assert.ok(found.includes(source));
});
