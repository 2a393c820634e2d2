import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { withResults } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { SOURCES } from './stage.ts';

const QUESTION = 'What is an axolotl?';

/** An MCP server from npm, started as its users start it, with a client that calls its tools. */
async function startServer(script: string, env: Record<string, string>) {
  const path = join(import.meta.dirname, 'node_modules', script);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path],
    env,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'tests', version: '1' });
  await client.connect(transport);
  return {
    /** The text of a tool's result; rejects if the result is an error. */
    async call(name: string, args: object): Promise<string> {
      const result = await client.callTool({ name, arguments: { ...args } });
      const [{ text } = { text: '' }] = result.content as { text: string }[];
      if (result.isError) throw new Error(text);
      return text;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const perplexityAt = (url: string, key = 'any') =>
  startServer('@perplexity-ai/mcp-server/dist/index.js', {
    PERPLEXITY_BASE_URL: url,
    PERPLEXITY_API_KEY: key,
  });

covers(
  '@perplexity-ai/mcp-server',
  '`perplexity_ask`, `perplexity_reason` and `perplexity_research`',
  async () => {
    await using on = await startStage();
    await using server = await perplexityAt(on.url);
    for (const name of ['perplexity_ask', 'perplexity_reason', 'perplexity_research']) {
      const text = await server.call(name, { messages: [{ role: 'user', content: QUESTION }] });
      assert.match(text, /An axolotl is a \*\*salamander\*\*/, name);
      for (const source of SOURCES) assert.ok(text.includes(source), name);
    }
  },
);

covers('@perplexity-ai/mcp-server', 'errors', async () => {
  await using on = await startStage({ API_KEYS: 'right-key-1' });
  await using stranger = await perplexityAt(on.url, 'wrong');
  const messages = [{ role: 'user', content: QUESTION }];
  await assert.rejects(stranger.call('perplexity_ask', { messages }), /401/);
});

const searxngAt = (url: string) => startServer('mcp-searxng/dist/cli.js', { SEARXNG_URL: url });

covers('mcp-searxng', '`searxng_web_search`, also with a time range and without results', async () => {
  await using on = await startStage();
  await using server = await searxngAt(on.url);
  const found = await server.call('searxng_web_search', {
    query: QUESTION,
    language: 'en',
    time_range: 'year',
  });
  for (const source of SOURCES) assert.ok(found.includes(source));
  on.search.script = withResults([]);
  const missed = await server.call('searxng_web_search', { query: 'qwzx' });
  assert.match(missed, /No results found/i);
});

covers('mcp-searxng', '`searxng_instance_info`', async () => {
  await using on = await startStage();
  await using server = await searxngAt(on.url);
  const info = JSON.parse(await server.call('searxng_instance_info', {}));
  assert.equal(info.available, true);
  assert.ok(info.categories.available.includes('general'));
});
