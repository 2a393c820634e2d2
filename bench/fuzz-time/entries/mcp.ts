import { findDocument } from '../../../src/answer/own-documents.ts';
import { fieldOf } from '../../../src/core/own.ts';
import { toWebRequest, waitOf } from '../../../src/faces/mcp/endpoint.ts';
import {
  asksForChanges,
  countToolCalls,
  methodNotFound,
  toRpcError,
} from '../../../src/faces/mcp/message.ts';
import { createRunningCalls } from '../../../src/faces/mcp/running-calls.ts';
import { createTools } from '../../../src/faces/mcp/tools/all-tools.ts';
import { cutAfterSome, jsonCost, MAX_RESULT_TOKENS } from '../../../src/faces/mcp/tools/fit.ts';
import { forgive } from '../../../src/faces/mcp/tools/tool.ts';
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
  const house = { answer: nothing, gather: nothing, search: nothing, read: nothing };
  return tool.call(
    args,
    { house: house as never, id: 'x', deadlineMs: 1, deepDeadlineMs: 1, tell: () => undefined },
    signal,
  );
};

/** The messages that the interface for MCP clients reads. */
export const mcpEntries: readonly Entry[] = [
  {
    name: 'faces/mcp/tools/fit.ts cutAfterSome',
    maxChars: DOCUMENT,
    place,
    run: (text) => cutAfterSome(text, 0, MAX_RESULT_TOKENS),
  },
  { name: 'faces/mcp/tools/fit.ts jsonCost', maxChars: RESULT, place, run: (text) => jsonCost({ text }) },
  {
    name: 'core/own.ts fieldOf',
    maxChars: BODY,
    place,
    run: (text) => fieldOf({ [text]: 1 }, text),
  },
  {
    name: 'faces/mcp/message.ts countToolCalls',
    maxChars: BODY,
    place,
    run: (text) => countToolCalls([...text].map((method) => ({ method }))),
  },
  {
    name: 'faces/mcp/message.ts asksForChanges',
    maxChars: BODY,
    place,
    run: (text) => asksForChanges({ method: text }, { 'mcp-method': text }),
  },
  {
    name: 'faces/mcp/message.ts toRpcError',
    maxChars: BODY,
    place,
    run: (text) => toRpcError({ ...problem, message: text }, { id: text }),
  },
  { name: 'faces/mcp/message.ts methodNotFound', maxChars: BODY, place, run: methodNotFound },
  {
    name: 'faces/mcp/running-calls.ts createRunningCalls',
    maxChars: BODY,
    place,
    run(text) {
      const running = createRunningCalls();
      using _call = running.begin(text, { id: text }, () => undefined);
      running.cancel(text, { method: 'notifications/cancelled', params: { requestId: text } });
    },
  },
  {
    name: 'faces/mcp/tools/tool.ts forgive',
    maxChars: BODY,
    place,
    fragments: ['a,', ', ', '9'],
    run: (text) => forgive({ text, list: text, [text]: text }, SCHEMA),
  },
  {
    name: 'faces/mcp/tools/arguments.ts scopeOfArguments',
    maxChars: BODY,
    place,
    fragments: ['*.', 'http://', 'en-', '.a'],
    run: (text) => call('search', { query: text, language: text, country: text, since: text, sites: [text] }),
  },
  {
    name: 'faces/mcp/tools/fetch.ts createFetchTool',
    maxChars: BODY,
    place,
    run: (url) => call('fetch', { url }),
  },
  {
    name: 'faces/mcp/endpoint.ts waitOf',
    maxChars: HEADER,
    place,
    run: (text) => waitOf({ headers: { prefer: text }, url: `/mcp?wait=${encodeURIComponent(text)}` }, 1),
  },
  {
    name: 'faces/mcp/endpoint.ts toWebRequest',
    maxChars: HEADER,
    place,
    run: (text) => toWebRequest({ method: 'POST', headers: { accept: text } } as never, signal),
  },
  {
    name: 'answer/own-documents.ts findDocument',
    maxChars: HEADER,
    place,
    run: (path) => findDocument([], path),
  },
];
