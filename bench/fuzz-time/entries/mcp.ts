import { fieldOf } from '@sayso/text/own-value.ts';
import { findDocument } from '../../../src/documents/document-urls.ts';
import { RunningCalls, toWebRequest, waitSecondsOf } from '../../../src/interfaces/mcp/endpoint.ts';
import {
  asksForChanges,
  countToolCalls,
  methodNotFound,
  toRpcError,
} from '../../../src/interfaces/mcp/mcp.ts';
import { createTools } from '../../../src/interfaces/mcp/tools/all-tools.ts';
import { cutAfterSome, jsonCost, MAX_RESULT_TOKENS } from '../../../src/interfaces/mcp/tools/fit.ts';
import { repairArguments } from '../../../src/interfaces/mcp/tools/repair-arguments.ts';
import type { Entry } from '../entry.ts';
import { DOCUMENT, HEADER } from '../limits.ts';

const place = 'loop';
/** `MAX_BODY_BYTES`. */
const BODY = 65_536;
const RESULT = 28_000;
const signal = new AbortController().signal;
const problem = { status: 400, headers: {} };
const SCHEMA = {
  type: 'object',
  properties: { text: { type: 'integer' }, list: { type: 'array' } },
} as const;

const tools = createTools({
  maxQueryChars: 2_000,
  status: () => ({ version: '1', llmConfigured: true, searchPrimaryUrl: '', searchSecondaryUrl: '' }),
});
/** Arguments are checked before anything is done with them, so the tools need no service here. */
const call = (name: string, args: unknown) => {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const nothing = () => Promise.reject(new Error('not served'));
  const service = { answer: nothing, gather: nothing, search: nothing, read: nothing };
  return tool.call(
    args,
    {
      service: service as never,
      preferences: { id: 'x' },
      deadlinesMs: { quick: 1, deep: 1 },
      sendProgress: () => undefined,
    },
    signal,
  );
};

/** The messages that the interface for MCP clients reads. */
export const mcpEntries: readonly Entry[] = [
  {
    name: 'interfaces/mcp/tools/fit.ts cutAfterSome',
    maxChars: DOCUMENT,
    place,
    run: (text) => cutAfterSome(text, 0, MAX_RESULT_TOKENS),
  },
  {
    name: 'interfaces/mcp/tools/fit.ts jsonCost',
    maxChars: RESULT,
    place,
    run: (text) => jsonCost({ text }),
  },
  {
    name: 'packages/text/own-value.ts fieldOf',
    maxChars: BODY,
    place,
    run: (text) => fieldOf({ [text]: 1 }, text),
  },
  {
    name: 'interfaces/mcp/mcp.ts countToolCalls',
    maxChars: BODY,
    place,
    run: (text) => countToolCalls([...text].map((method) => ({ method }))),
  },
  {
    name: 'interfaces/mcp/mcp.ts asksForChanges',
    maxChars: BODY,
    place,
    run: (text) => asksForChanges({ method: text }, { 'mcp-method': text }),
  },
  {
    name: 'interfaces/mcp/mcp.ts toRpcError',
    maxChars: BODY,
    place,
    run: (text) => toRpcError({ ...problem, message: text }, { id: text }),
  },
  { name: 'interfaces/mcp/mcp.ts methodNotFound', maxChars: BODY, place, run: methodNotFound },
  {
    name: 'interfaces/mcp/endpoint.ts RunningCalls',
    maxChars: BODY,
    place,
    run(text) {
      const running = new RunningCalls();
      using _call = running.begin(text, { id: text }, () => undefined);
      running.cancel(text, { method: 'notifications/cancelled', params: { requestId: text } });
    },
  },
  {
    name: 'interfaces/mcp/tools/repair-arguments.ts repairArguments',
    maxChars: BODY,
    place,
    fragments: ['a,', ', ', '9'],
    run: (text) => repairArguments({ text, list: text, [text]: text }, SCHEMA),
  },
  {
    name: 'interfaces/mcp/tools/arguments.ts scopeOfArguments',
    maxChars: BODY,
    place,
    fragments: ['*.', 'http://', 'en-', '.a'],
    run: (text) => call('search', { query: text, language: text, country: text, since: text, sites: [text] }),
  },
  {
    name: 'interfaces/mcp/tools/fetch.ts createFetchTool',
    maxChars: BODY,
    place,
    run: (url) => call('fetch', { url }),
  },
  {
    name: 'interfaces/mcp/endpoint.ts waitSecondsOf',
    maxChars: HEADER,
    place,
    run: (text) => waitSecondsOf({ headers: { prefer: text }, url: `/mcp?wait=${encodeURIComponent(text)}` }),
  },
  {
    name: 'interfaces/mcp/endpoint.ts toWebRequest',
    maxChars: HEADER,
    place,
    run: (text) => toWebRequest({ method: 'POST', headers: { accept: text } } as never, signal),
  },
  {
    name: 'documents/document-urls.ts findDocument',
    maxChars: HEADER,
    place,
    run: (path) => findDocument([], path),
  },
];
