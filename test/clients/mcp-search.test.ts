import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import { mcp } from '../../src/search/engines/mcp.ts';
import { serve } from '../support/local-server.ts';
import { testUpstream } from '../support/test-upstream.ts';
import { covers } from './covers.ts';

const RESULTS = [
  {
    url: 'https://animals.test/axolotl',
    title: 'Axolotl: a salamander',
    text: 'It keeps its gills for life.',
  },
  { url: 'https://lakes.test/xochimilco', title: 'Lake Xochimilco', text: 'It is home to the axolotl.' },
];

type Program = {
  /** The file to start, below `node_modules`. */
  readonly script: string;
  /** `MOCK` stands for the address of its upstream. */
  readonly variables?: string;
  /** The reply of its upstream, as that documents it. */
  readonly reply: unknown;
};

/** Servers from npm, each with the upstream that it calls. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  'mcp-searxng': {
    script: 'dist/cli.js',
    variables: 'SEARXNG_URL=MOCK',
    reply: {
      query: 'q',
      results: RESULTS.map(({ text, ...rest }) => ({ ...rest, content: text, engine: 'a', score: 1 })),
    },
  },
  '@perplexity-ai/mcp-server': {
    script: 'dist/index.js',
    variables: 'PERPLEXITY_API_KEY=k PERPLEXITY_BASE_URL=MOCK',
    reply: {
      id: 'a',
      results: RESULTS.map(({ text, ...rest }) => ({ ...rest, snippet: text, date: '2024-02-03' })),
    },
  },
  '@brave/brave-search-mcp-server': {
    script: 'dist/index.js',
    variables: 'BRAVE_API_KEY=k',
    reply: {
      type: 'search',
      web: { results: RESULTS.map(({ text, ...rest }) => ({ ...rest, description: text })) },
    },
  },
  'tavily-mcp': {
    script: 'build/index.js',
    variables: 'TAVILY_API_KEY=k',
    reply: {
      query: 'q',
      results: RESULTS.map(({ text, ...rest }) => ({ ...rest, content: text, score: 0.9 })),
    },
  },
  'exa-mcp-server': {
    script: 'dist/stdio.cjs',
    variables: 'EXA_API_KEY=k',
    reply: {
      requestId: 'a',
      results: RESULTS.map(({ text, ...rest }) => ({
        ...rest,
        id: rest.url,
        highlights: [text],
        publishedDate: '2024-02-03',
      })),
    },
  },
  'firecrawl-mcp': {
    script: 'dist/index.js',
    variables: 'FIRECRAWL_API_KEY=k FIRECRAWL_API_URL=MOCK',
    reply: {
      success: true,
      data: { web: RESULTS.map(({ text, ...rest }) => ({ ...rest, description: text })) },
    },
  },
};

const preload = new URL('redirected-hosts.mjs', import.meta.url).href;

for (const [name, { script, variables = '', reply }] of Object.entries(PROGRAMS))
  covers(name, 'searching with `SEARCH_x_KIND=mcp`', async () => {
    await using mock = await serve((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(reply));
    });
    const file = join(import.meta.dirname, 'node_modules', name, script);
    const own = `${variables.replaceAll('MOCK', mock.url)} MOCK_URL=${mock.url}`;
    const upstream = testUpstream();
    const backend = mcp.open({
      url: `stdio:${own} "${process.execPath}" --import "${preload}" "${file}"`,
      environment: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
      ...{ key: '', upstream, timeoutMs: 60_000, version: '1', takeCall: async () => undefined },
    });
    try {
      const query = { text: 'axolotl', limit: 5, scope: ANY_SCOPE };
      const outcome = await backend.search(query, new AbortController().signal);
      assert.equal(outcome.status, 'ok', JSON.stringify(outcome));
      assert.deepEqual(
        outcome.status === 'ok' &&
          outcome.hits.map(({ url, title, snippet }) => ({ url, title, text: snippet })),
        RESULTS,
      );
    } finally {
      await backend.close();
      await upstream.close();
    }
  });
