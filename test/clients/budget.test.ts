import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createOpenResponses } from '@ai-sdk/open-responses';
import { createOpenAI } from '@ai-sdk/openai';
import { createPerplexity } from '@ai-sdk/perplexity';
import { openAICompatible } from '@genkit-ai/compat-oai';
import Instructor from '@instructor-ai/instructor';
import { ChatOpenAI } from '@langchain/openai';
import { OpenAI as LlamaOpenAI } from '@llamaindex/openai';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner } from '@openai/agents';
import Perplexity from '@perplexity-ai/perplexity_ai';
import { tavily } from '@tavily/core';
import { generateText, type LanguageModel, streamText } from 'ai';
import { genkit } from 'genkit';
import { Ollama } from 'ollama';
import OpenAI, { RateLimitError } from 'openai';
import { z } from 'zod';
import { hashOf } from '../../src/keys/key-file.ts';
import { startStage } from '../support/stage.ts';

const prompt = 'What is an axolotl?';
const messages = [{ role: 'user' as const, content: prompt }];
const model = 'sayso';
const key = { apiKey: 'a' };
const once = { ...key, maxRetries: 0 };

const openai = (url: string) => new OpenAI({ baseURL: `${url}/v1`, ...once });
const whole = (of: LanguageModel) => generateText({ model: of, prompt, maxRetries: 0 });
const langchain = (url: string, useResponsesApi: boolean) =>
  new ChatOpenAI({ model, ...once, useResponsesApi, configuration: { baseURL: `${url}/v1` } });
const runner = new Runner({ tracingDisabled: true });

/** Asks with each client as its users do; what it throws, or returns in place of an answer, is what they see. */
const CLIENTS: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'openai, chat': (url) => openai(url).chat.completions.create({ model, messages }),
  'openai, chat, streamed': (url) =>
    openai(url).chat.completions.stream({ model, messages }).finalChatCompletion(),
  'openai, responses': (url) => openai(url).responses.create({ model, input: prompt }),
  'openai, responses, streamed': (url) =>
    openai(url).responses.stream({ model, input: prompt }).finalResponse(),
  '@openai/agents, chat': (url) =>
    runner.run(new Agent({ name: 'A', model: new OpenAIChatCompletionsModel(openai(url), model) }), prompt),
  '@openai/agents, responses': (url) =>
    runner.run(new Agent({ name: 'A', model: new OpenAIResponsesModel(openai(url), model) }), prompt),
  'ai, openai': (url) => whole(createOpenAI({ baseURL: `${url}/v1`, ...key }).chat(model)),
  'ai, openai, streamed': (url) =>
    new Promise((_resolve, reject) => {
      const of = createOpenAI({ baseURL: `${url}/v1`, ...key }).chat(model);
      const onError = ({ error }: { readonly error: unknown }) => reject(error);
      void streamText({ model: of, prompt, maxRetries: 0, onError }).consumeStream();
    }),
  'ai, perplexity': (url) => whole(createPerplexity({ baseURL: url, ...key })(model)),
  'ai, open responses': (url) =>
    whole(createOpenResponses({ name: model, url: `${url}/v1/responses`, ...key })(model)),
  '@langchain/openai, chat': (url) => langchain(url, false).invoke(prompt),
  '@langchain/openai, responses': (url) => langchain(url, true).invoke(prompt),
  '@llamaindex/openai': (url) =>
    new LlamaOpenAI({ model, ...once, baseURL: `${url}/v1` }).chat({ messages, stream: false }),
  '@mastra/core': (url) =>
    new MastraAgent({
      ...{ id: 'a', name: 'a', instructions: 'Be brief.', maxRetries: 0 },
      model: { id: 'custom/sayso', url: `${url}/v1`, ...key },
    }).generate(prompt),
  '@genkit-ai/compat-oai': (url) =>
    genkit({ plugins: [openAICompatible({ name: model, baseURL: `${url}/v1`, ...once })] }).generate({
      model: 'sayso/sayso',
      prompt,
    }),
  '@instructor-ai/instructor': (url) =>
    Instructor({ client: openai(url) as never, mode: 'TOOLS' }).chat.completions.create({
      ...{ model, messages, max_retries: 0 },
      response_model: { schema: z.object({ legs: z.number() }) as never, name: 'Animal' },
    }),
  '@perplexity-ai/perplexity_ai': (url) =>
    new Perplexity({ baseURL: url, ...once }).chat.completions.create({ model, messages }),
  'ollama, chat': (url) => ollama(url).chat({ model, messages }),
  'ollama, generate, streamed': async (url) => {
    for await (const _part of await ollama(url).generate({ model, prompt, stream: true }));
  },
  '@tavily/core': (url) => tavily({ ...key, apiBaseURL: url }).search(prompt, { includeAnswer: true }),
  '@modelcontextprotocol/client': async (url) => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: 'Bearer a' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    const { isError, content } = await client.callTool({ name: 'ask', arguments: { query: prompt } });
    await client.close();
    assert.equal(isError, true);
    throw content;
  },
};

const ollama = (host: string) => new Ollama({ host, headers: { authorization: 'Bearer a' } });

test('each client tells in its own way that the budget of its key is used up', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  const file = join(folder.path, 'keys.yml');
  await writeFile(file, `keys: { anna: { sha256: ${hashOf('a')}, tokens_per_day: 1 } }\n`);
  await using on = await startStage({ KEYS_FILE: file });
  await (await on.post('/api/ask', { query: prompt }, { 'x-api-key': 'a' })).text();
  const called = on.model.calls;
  for (const [name, ask] of Object.entries(CLIENTS)) {
    const told = await ask(on.url).then(
      () => assert.fail(`${name} got an answer`),
      (error: unknown) => error,
    );
    if (name.startsWith('openai'))
      assert.ok(told instanceof RateLimitError && told.type === 'budget_exceeded', name);
    const words = told instanceof Error ? `${told.message} ${told.cause}` : JSON.stringify(told);
    assert.match(words, /The budget of this key \(1 tokens a day\) is used up/, name);
  }
  assert.equal(on.model.calls, called, 'no model was asked');
});
