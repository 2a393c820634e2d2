import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSearchTool, type ListedTool } from './mcp-tool.ts';

const tool = (name: string, properties: object, required: readonly string[] = []): ListedTool => ({
  name,
  inputSchema: { properties: { ...properties }, required },
});
const QUERY = { query: { type: 'string' } };

/** Names and required parameters as real servers list them (November 2026). */
const SERVERS: Readonly<Record<string, readonly ListedTool[]>> = {
  searxng_web_search: [
    tool('searxng_search_suggestions', QUERY, ['query']),
    tool('searxng_web_search', QUERY, ['query']),
    tool('web_url_read', { url: { type: 'string' } }, ['url']),
  ],
  brave_web_search: [
    tool('brave_local_search', QUERY, ['query']),
    tool('brave_video_search', QUERY, ['query']),
    tool('brave_web_search', QUERY, ['query']),
    tool('brave_llm_context', QUERY, ['query']),
    tool('brave_summarizer', { key: { type: 'string' } }, ['key']),
  ],
  tavily_search: [
    tool('tavily_extract', { urls: { type: 'array' }, query: { type: 'string' } }, ['urls']),
    tool('tavily_search', QUERY, ['query']),
    tool('tavily_research', { input: { type: 'string' } }, ['input']),
  ],
  web_search: [
    tool('web_fetch', { urls: { type: 'array' } }, ['urls']),
    tool('web_search', { objective: { type: 'string' }, search_queries: { type: 'array' } }, [
      'objective',
      'search_queries',
    ]),
  ],
  perplexity_search: [
    tool('perplexity_ask', { messages: { type: 'array' } }, ['messages']),
    tool('perplexity_research', { messages: { type: 'array' } }, ['messages']),
    tool('perplexity_search', QUERY, ['query']),
  ],
  firecrawl_search: [
    tool('firecrawl_developer_search', QUERY, ['query']),
    tool('firecrawl_research_search_papers', QUERY, ['query']),
    tool('firecrawl_search_feedback', { searchId: { type: 'string' } }, ['searchId']),
    tool('firecrawl_search', { query: { anyOf: [{ type: 'null' }, { type: 'string' }] } }, ['query']),
  ],
  search: [tool('fetch', { id: { type: 'string' } }, ['id']), tool('search', QUERY, ['query'])],
};

test('the tool that searches the web is found among those of real servers', () => {
  for (const [name, tools] of Object.entries(SERVERS)) assert.equal(findSearchTool(tools)?.name, name);
});

test('no tool is chosen that needs what is not known, changes something, or does not search', () => {
  const others = [
    tool('search', { ...QUERY, customer: { type: 'string' } }, ['query', 'customer']),
    { ...tool('web_search', QUERY, ['query']), annotations: { destructiveHint: true } },
    tool('send_mail', QUERY, ['query']),
    tool('search', { count: { type: 'number' } }),
    tool('search', { query: { type: 'object' } }, ['query']),
    { name: 'search', inputSchema: {} },
  ];
  for (const each of others) assert.equal(findSearchTool([each]), null, each.name);
});

test('schemas of any shape are read', () => {
  const shapes = [
    null,
    7,
    'string',
    [],
    { type: 7 },
    { anyOf: 'x' },
    { anyOf: [null, 1] },
    { type: ['null', 'string'] },
  ];
  for (const shape of shapes)
    assert.doesNotThrow(() => findSearchTool([tool('search', { query: shape, q: { type: 'string' } })]));
});
