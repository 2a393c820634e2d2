import { ANY_SCOPE } from '../../../src/core/scope.ts';
import { readResult } from '../../../src/search/engines/mcp-result.ts';
import { splitCommand } from '../../../src/search/engines/mcp-session.ts';
import { findSearchTool } from '../../../src/search/engines/mcp-tool.ts';
import type { Entry } from '../entry.ts';
import { REPLY, SETTING } from '../limits.ts';
import { PLAIN } from '../subjects.ts';

const place = 'loop';
const query = { text: PLAIN, limit: 10, scope: ANY_SCOPE };
const read = (content: readonly string[], structuredContent?: unknown, isError = false) =>
  readResult({ content: content.map((text) => ({ type: 'text', text })), structuredContent, isError }, query);

/** What an MCP server says of its tools and sends as results. */
export const mcpSearchEntries: readonly Entry[] = [
  {
    name: 'search/engines/mcp-result.ts readResultText',
    maxChars: REPLY,
    place,
    run: (text) => read([text]),
  },
  {
    name: 'search/engines/mcp-result.ts readResult (error)',
    maxChars: REPLY,
    place,
    run: (text) => read([text], undefined, true),
  },
  {
    name: 'search/engines/mcp-result.ts readResultJson',
    maxChars: REPLY / 2,
    place,
    prepare: (text) => JSON.stringify([{ url: 'https://a.test/', title: text, snippet: text }]),
    run: (text) => read([text]),
  },
  {
    name: 'search/engines/mcp-result.ts readResultData',
    maxChars: REPLY / 2,
    place,
    run: (text) => read([], { results: [{ url: `https://a.test/${text}`, title: text, excerpts: [text] }] }),
  },
  {
    name: 'search/engines/mcp-tool.ts findSearchTool',
    maxChars: REPLY,
    place,
    run: (text) =>
      findSearchTool([
        { name: text, inputSchema: { properties: { [text]: { type: 'string' } }, required: [text] } },
      ]),
  },
  {
    name: 'search/engines/mcp-session.ts splitCommand',
    maxChars: SETTING,
    place: 'command',
    run: splitCommand,
  },
];
