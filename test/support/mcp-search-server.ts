import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { start } from './local-server.ts';

/** A call of a tool, and how to answer it. */
type ToolCall = {
  readonly id: number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly response: ServerResponse;
};

type ToolScript = (call: ToolCall) => void;

/** An MCP server of the older protocol with sessions, whose reaction to a call is set by `script`. */
export type McpSearchServer = AsyncDisposable & {
  readonly url: string;
  readonly calls: Pick<ToolCall, 'name' | 'args'>[];
  /** The methods of all messages, in order. */
  readonly messages: string[];
  /** The number of sessions that were opened. */
  readonly sessions: () => number;
  /** The headers of the last request. */
  readonly headers: () => IncomingMessage['headers'];
  /** Resolves when a client has dropped a running call. */
  readonly dropped: Promise<void>;
  tools: readonly object[];
  script: ToolScript;
  /** Forgets all sessions, as a server does that was started again. */
  forget(): void;
};

const SEARCH = {
  name: 'web_search',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string' }, count: { type: 'integer' } },
    required: ['query'],
  },
};

const RESULTS = [
  { url: 'https://animals.test/axolotl', title: 'Axolotl', snippet: 'The axolotl keeps its gills for life.' },
  { url: 'https://lakes.test/xochimilco', title: 'Lake Xochimilco', snippet: 'It is home to the axolotl.' },
];

/** Answers with the results as data. */
export function withData(results: readonly object[] = RESULTS): ToolScript {
  return withResult({ content: [], structuredContent: { results } });
}

/** Answers with the result of a tool. */
export function withResult(result: object): ToolScript {
  return ({ id, response }) => sendJson(response, { jsonrpc: '2.0', id, result });
}

/** Sends JSON with status 200. */
export function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

/** Starts a server that answers normally until `script` is replaced. */
export async function startMcpSearchServer(script: ToolScript = withData()): Promise<McpSearchServer> {
  const dropped = Promise.withResolvers<void>();
  let opened = 0;
  let known = new Set<string>();
  let headers: IncomingMessage['headers'] = {};
  // Node's five seconds are over on a busy machine while a client still trusts its connection.
  const server = createServer({ keepAliveTimeout: 120_000 }, async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    headers = request.headers;
    const { id, method, params } = JSON.parse(await text(request));
    own.messages.push(method);
    const session = String(request.headers['mcp-session-id']);
    if (method === 'initialize') {
      const name = `session-${++opened}`;
      known.add(name);
      response.setHeader('mcp-session-id', name);
      const { protocolVersion } = params;
      const info = { name: 'mock', version: '1' };
      sendJson(response, {
        jsonrpc: '2.0',
        id,
        result: { protocolVersion, capabilities: { tools: {} }, serverInfo: info },
      });
    } else if (method === 'server/discover') {
      sendJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown method' } });
    } else if (!known.has(session)) response.writeHead(404).end();
    else if (id === undefined) response.writeHead(202).end();
    else if (method === 'tools/list')
      sendJson(response, { jsonrpc: '2.0', id, result: { tools: own.tools } });
    else {
      response.on('close', () => {
        if (!response.writableFinished) dropped.resolve();
      });
      const { name, arguments: args } = params;
      own.calls.push({ name, args });
      own.script({ id, name, args, response });
    }
  });
  const { url, [Symbol.asyncDispose]: dispose } = await start(server);
  const own: McpSearchServer = {
    url: `${url}/mcp`,
    calls: [],
    messages: [],
    sessions: () => opened,
    headers: () => headers,
    dropped: dropped.promise,
    tools: [SEARCH],
    script,
    forget() {
      known = new Set();
    },
    [Symbol.asyncDispose]: dispose,
  };
  return own;
}
