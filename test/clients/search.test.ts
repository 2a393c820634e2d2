import assert from 'node:assert/strict';
import { SearxngSearch } from '@langchain/community/tools/searxng_search';
import { TavilyExtract, TavilySearch } from '@langchain/tavily';
import { tavily } from '@tavily/core';
import { Ollama } from 'ollama';
import { withStatus } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { stageWithPage } from './stage.ts';

const query = 'What is an axolotl?';
covers('@tavily/core', '`search`, also with an answer, `extract`, errors', async () => {
  await using on = await stageWithPage();
  const client = tavily({ apiKey: 'tvly-any', apiBaseURL: on.url });
  const found = await client.search(query, { maxResults: 3, includeAnswer: true });
  assert.equal(found.results[0]?.url, on.page);
  assert.match(found.answer ?? '', /axolotl/);
  assert.deepEqual(found.images, []);
  const extracted = await client.extract([on.page]);
  assert.match(extracted.results[0]?.rawContent ?? '', /grow a lost leg/);
  on.search.script = withStatus(500);
  await assert.rejects(client.search('dead'), /search failed/i);
});

/** What a tool returns for a call by a model. */
async function calledByModel(tool: TavilySearch | TavilyExtract, args: Record<string, unknown>) {
  // Both tools take such a call; the compiler cannot call a union of their generic methods.
  const { content } = await (tool as TavilySearch).invoke({
    type: 'tool_call',
    id: '1',
    name: tool.name,
    args,
  });
  return JSON.parse(String(content));
}

covers('@langchain/tavily', '`TavilySearch`, `TavilyExtract`', async () => {
  await using on = await stageWithPage();
  const options = { tavilyApiKey: 'any', apiBaseUrl: on.url };
  const found = await calledByModel(new TavilySearch({ ...options, maxResults: 3 }), { query });
  assert.equal(found.results[0].url, on.page);
  const extracted = await calledByModel(new TavilyExtract(options), { urls: [on.page] });
  assert.match(extracted.results[0].raw_content, /grow a lost leg/);
});

covers('ollama', '`webSearch`, `webFetch`', async () => {
  await using on = await stageWithPage();
  // The client always calls ollama.com for these, so its `fetch` is told another address.
  const here: typeof fetch = (input, init) =>
    fetch(String(input).replace('https://ollama.com', on.url), init);
  const client = new Ollama({ fetch: here, headers: { authorization: 'Bearer any' } });
  const { results } = await client.webSearch({ query });
  assert.match(results[0]?.content ?? '', /grow a lost leg/);
  const page = await client.webFetch({ url: on.page });
  assert.match(page.content, /grow a lost leg/);
});

covers('@langchain/community', '`SearxngSearch`', async () => {
  await using on = await startStage();
  const tool = new SearxngSearch({ apiBase: on.url, params: { format: 'json', engines: 'google' } });
  const found = await tool.invoke(query);
  assert.match(found, /animals\.test/);
});
