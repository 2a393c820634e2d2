import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';
import { streaming } from '../support/model-server.ts';
import { withStatus } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import type * as SearchTool from './node_modules/@librechat/agents/dist/types/tools/search/tool.d.ts';
import type * as Titles from './node_modules/@librechat/agents/dist/types/utils/title.d.ts';
import { ANSWER, stageWithPage } from './stage.ts';

// The package also has the clients of ten model services, which are not installed: only these two modules of
// it are loaded.
const PACKAGE = './node_modules/@librechat/agents/dist/esm';
const { createSearchTool }: typeof SearchTool = await import(`${PACKAGE}/tools/search/tool.mjs`);
const titles: typeof Titles = await import(`${PACKAGE}/utils/title.mjs`);

const query = 'What is an axolotl?';
type Options = NonNullable<Parameters<typeof createSearchTool>[0]>;

/** What the model gets from a search, and the sources that LibreChat shows. */
async function search(options: Options, asked = query) {
  const tool = createSearchTool({ rerankerType: 'none', ...options });
  const call = { type: 'tool_call' as const, id: '1', name: tool.name, args: { query: asked } };
  const { content, artifact } = await tool.invoke(call as never);
  return { text: String(content), sources: artifact?.web_search?.organic ?? [] };
}

const tavilyAt = (url: string): Options => ({
  searchProvider: 'tavily',
  tavilyApiKey: 'any',
  tavilySearchUrl: `${url}/search`,
  tavilySearchOptions: { searchDepth: 'advanced' },
  scraperProvider: 'tavily',
  tavilyExtractUrl: `${url}/extract`,
});

covers(
  '@librechat/agents',
  'web search with `tavily` and `searchDepth: advanced`, which reads the pages',
  async () => {
    await using on = await stageWithPage();
    const { text, sources } = await search(tavilyAt(on.url));
    assert.equal(sources[0]?.link, on.page);
    assert.match(sources[0]?.snippet ?? '', /grow a lost leg/);
    assert.match(text, /grow a lost leg/);
  },
);

covers('@librechat/agents', 'web search with `searxng`', async () => {
  await using on = await stageWithPage();
  const { sources } = await search({
    ...tavilyAt(on.url),
    searchProvider: 'searxng',
    searxngInstanceUrl: on.url,
  });
  assert.equal(sources[0]?.link, on.page);
});

covers('@librechat/agents', 'reranker `jina` at the address of Sayso', async () => {
  await using on = await stageWithPage();
  const pages = { ...tavilyAt(on.url), tavilySearchOptions: {} };
  // Without a reranker, LibreChat takes the first pieces of each page, with a relevance of 0.
  const relevance = async (options: Options) => /Relevance: ([\d.]+)/.exec((await search(options)).text)?.[1];
  assert.equal(await relevance(pages), '0.00');
  const jinaApiUrl = `${on.url}/v1/rerank`;
  assert.ok(Number(await relevance({ ...pages, rerankerType: 'jina', jinaApiKey: 'any', jinaApiUrl })) > 0);
});

covers('@librechat/agents', 'a search that fails', async () => {
  await using on = await stageWithPage();
  on.search.script = withStatus(500);
  const { sources } = await search(tavilyAt(on.url), 'Who feeds a quokka?');
  assert.deepEqual(sources, []);
});

covers('@librechat/agents', 'title of a chat with the methods `completion` and `structured`', async () => {
  await using on = await startStage();
  const configuration = { baseURL: `${on.url}/v1` };
  const model = new ChatOpenAI({ model: 'sayso', apiKey: 'any', maxRetries: 0, configuration }) as never;
  const convo = `User: ${query}\nAI: ${ANSWER}`;
  on.model.script = streaming('Axolotls at a Glance');
  const completion = await titles.createCompletionTitleRunnable(model);
  assert.deepEqual(await completion.invoke({ convo }), { title: 'Axolotls at a Glance' });
  on.model.script = streaming('{"language": "English", "title": "Axolotls at a Glance"}');
  const structured = await titles.createTitleRunnable(model);
  assert.deepEqual(await structured.invoke({ convo }), {
    language: 'English',
    title: 'Axolotls at a Glance',
  });
  assert.deepEqual(on.search.asked.filter(Boolean), []);
});
