import assert from 'node:assert/strict';
import { createOpenResponses } from '@ai-sdk/open-responses';
import { createOpenAI } from '@ai-sdk/openai';
import { createPerplexity } from '@ai-sdk/perplexity';
import { generateText, type LanguageModel, Output, streamText } from 'ai';
import { z } from 'zod';
import { breakingOff, streaming } from '../support/model-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER, SOURCES } from './stage.ts';

const prompt = 'What is an axolotl?';
const key = { apiKey: 'any' };
const openai = (url: string) => createOpenAI({ baseURL: `${url}/v1`, ...key });
const perplexity = (url: string) => createPerplexity({ baseURL: url, ...key });
const openResponses = (url: string) =>
  createOpenResponses({ name: 'sayso', url: `${url}/v1/responses`, ...key });

/** The text, the addresses of the sources and the tokens of a whole answer. */
async function whole(model: LanguageModel) {
  const { text, sources, usage } = await generateText({ model, prompt, maxRetries: 0 });
  return {
    text,
    urls: sources.flatMap((each) => ('url' in each ? each.url : [])),
    tokens: usage.totalTokens,
  };
}

/** The same for a streamed answer. */
async function streamed(model: LanguageModel) {
  const result = streamText({ model, prompt, maxRetries: 0 });
  const sources = await result.sources;
  return {
    text: await result.text,
    urls: sources.flatMap((each) => ('url' in each ? each.url : [])),
    tokens: (await result.usage).totalTokens,
  };
}

const EXPECTED = { text: ANSWER, urls: SOURCES, tokens: 120 };

covers('@ai-sdk/openai', '`chat`, whole and streamed', async () => {
  await using on = await startStage();
  const model = openai(on.url).chat('sayso');
  assert.deepEqual(await whole(model), EXPECTED);
  assert.deepEqual(await streamed(model), EXPECTED);
});

/** A fetch for the settings of providers; its requests ask for quotes. */
const quotingFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, body: JSON.stringify({ ...JSON.parse(String(init?.body)), quotes: true }) });

for (const client of ['@ai-sdk/openai', '@ai-sdk/open-responses', '@ai-sdk/perplexity'])
  covers(client, 'annotations with quotes from the sources', async () => {
    await using on = await startStage();
    const settings = { ...key, fetch: quotingFetch };
    const provider = createOpenAI({ baseURL: `${on.url}/v1`, ...settings });
    const models: readonly LanguageModel[] =
      {
        '@ai-sdk/openai': [provider.chat('sayso'), provider.responses('sayso')],
        '@ai-sdk/open-responses': [
          createOpenResponses({ name: 'sayso', url: `${on.url}/v1/responses`, ...settings })('sayso'),
        ],
        '@ai-sdk/perplexity': [createPerplexity({ baseURL: on.url, ...settings })('sayso')],
      }[client] ?? assert.fail();
    for (const model of models) {
      assert.equal((await whole(model)).text, ANSWER);
      assert.equal((await streamed(model)).text, ANSWER);
    }
  });

covers('@ai-sdk/openai', '`responses`, whole and streamed', async () => {
  await using on = await startStage();
  const model = openai(on.url).responses('sayso');
  assert.deepEqual(await whole(model), EXPECTED);
  assert.deepEqual(await streamed(model), EXPECTED);
});

covers('@ai-sdk/openai', 'a model that fails during the answer', async () => {
  await using on = await startStage();
  on.model.script = breakingOff('An axolotl is a salamander [1]. It never gro');
  for (const [model, reason] of [
    [openai(on.url).chat('sayso'), 'length'],
    [openai(on.url).responses('sayso'), 'other'],
  ] as const) {
    const { text, finishReason } = await generateText({ model, prompt, maxRetries: 0 });
    assert.match(text, /^An axolotl is a salamander \[1\]/);
    assert.equal(finishReason, reason);
    assert.equal(await streamText({ model, prompt, maxRetries: 0 }).finishReason, reason);
  }
});

covers('@ai-sdk/openai', '`responses` with `tools.webSearch`', async () => {
  await using on = await startStage();
  const provider = openai(on.url);
  const { text, toolResults } = await generateText({
    model: provider.responses('sayso'),
    prompt,
    // The two packages declare the type of a tool's input differently.
    tools: { web_search: provider.tools.webSearch({ searchContextSize: 'low' }) as never },
    maxRetries: 0,
  });
  assert.equal(text, ANSWER);
  assert.equal(toolResults.length, 1);
});

covers('@ai-sdk/openai', '`Output.object` with a schema', async () => {
  await using on = await startStage();
  on.model.script = streaming('{"legs": 4}');
  const schema = z.object({ legs: z.int() });
  const { output } = await generateText({
    model: openai(on.url).responses('sayso'),
    prompt,
    output: Output.object({ schema }),
    maxRetries: 0,
  });
  assert.deepEqual(output, { legs: 4 });
});

covers('@ai-sdk/openai', 'a conversation with `previousResponseId`', async () => {
  await using on = await startStage();
  const model = openai(on.url).responses('sayso');
  const { finalStep } = await generateText({ model, prompt, maxRetries: 0 });
  const previousResponseId = String(finalStep.providerMetadata?.openai?.responseId);
  await generateText({
    model,
    prompt: 'Where does it live?',
    providerOptions: { openai: { previousResponseId } },
    maxRetries: 0,
  });
  assert.match(on.model.prompt, /asked: What is an axolotl\?\n {2}answered: An axolotl is a \*\*salamander/);
});

covers('@ai-sdk/open-responses', 'whole and streamed', async () => {
  await using on = await startStage();
  const model = openResponses(on.url)('sayso');
  const { text, tokens } = EXPECTED;
  const first = await whole(model);
  assert.deepEqual([first.text, first.tokens], [text, tokens]);
  const second = await streamed(model);
  assert.deepEqual([second.text, second.tokens], [text, tokens]);
});

covers('@ai-sdk/perplexity', 'whole and streamed, with sources', async () => {
  await using on = await startStage();
  const model = perplexity(on.url)('sayso');
  assert.deepEqual(await whole(model), EXPECTED);
  assert.deepEqual(await streamed(model), EXPECTED);
});

covers('@ai-sdk/perplexity', 'errors', async () => {
  await using on = await startStage();
  await assert.rejects(whole(perplexity(on.url)('no-such-model')), /There is no model of this name/);
});
