import assert from 'node:assert/strict';
import { withStatus } from '../support/search-server.ts';
import { covers } from './covers.ts';
import type * as SearchTool from './node_modules/@librechat/agents/dist/types/tools/search/tool.d.ts';
import { stageWithPage } from './stage.ts';

// The package also has the clients of ten model services, which are not installed: only its search tool is
// loaded.
const SEARCH_TOOL = './node_modules/@librechat/agents/dist/esm/tools/search/tool.mjs';
const { createSearchTool }: typeof SearchTool = await import(SEARCH_TOOL);

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
  'web search with `tavily` and `searchDepth: advanced`, with the pages',
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
