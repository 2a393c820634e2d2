import {
  Client,
  type JSONRPCMessage,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { type ApiReply, type PlainFetch, toStandardFetch } from '../../net/http-client.ts';
import { tooLarge } from '../../net/upstream.ts';
import type { Connection } from '../search.ts';
import type { ToolResult } from './mcp-result.ts';
import type { ListedTool } from './mcp-tool.ts';

/** Where a server is, at an address or as a program to start, and how Sayso introduces itself. */
type McpServer = Pick<Connection, 'url' | 'key' | 'version' | 'environment'> & {
  readonly fetch: PlainFetch;
};

/** An open connection to a server. */
export type McpSession = {
  readonly tools: readonly ListedTool[];
  /** False once the server has ended it. */
  readonly isOpen: () => boolean;
  /** Throws what the protocol's client throws, or the signal's reason. */
  call(tool: string, args: Record<string, unknown>, limits: ToolCallLimits): Promise<ToolResult>;
  close(): Promise<void>;
};

type ToolCallLimits = { readonly timeoutMs: number; readonly signal: AbortSignal };

const PROGRAM = 'stdio:';
/** A program that is installed at its first start takes this long. */
const MAX_START_MS = 60_000;
/** A server that does not answer the newer protocol's first question is asked in the older one. */
const PROBE_MS = 3_000;
const MAX_BYTES = 2_000_000;
const MAX_TOOL_PAGES = 5;
/** The server's schemas of results are not checked, which could take long; results are read with care. */
const UNCHECKED: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined });
  },
};

/** True for the address of a program that is started. */
export function isProgram(url: string): boolean {
  return url.startsWith(PROGRAM);
}

/**
 * Opens a session with the newest version of the protocol that both sides speak, and lists the tools.
 * @throws what the protocol's client throws
 */
export async function openSession(server: McpServer): Promise<McpSession> {
  const client = new Client(
    { name: 'sayso', title: 'Sayso', version: server.version },
    {
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_MS } },
      jsonSchemaValidator: UNCHECKED,
      listMaxPages: MAX_TOOL_PAGES,
    },
  );
  let isOpen = true;
  client.onclose = () => {
    isOpen = false;
  };
  // The client also throws what it reports here.
  client.onerror = () => undefined;
  const starting = { timeout: MAX_START_MS, maxTotalTimeout: MAX_START_MS };
  try {
    await client.connect(isProgram(server.url) ? await startProgram(server) : connectTo(server), starting);
    const { tools } = await client.listTools(undefined, starting);
    return {
      tools: tools as readonly ListedTool[],
      isOpen: () => isOpen,
      async call(name, args, { timeoutMs, signal }) {
        const limits = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs };
        return (await client.callTool({ name, arguments: args }, limits)) as ToolResult;
      },
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function startProgram({ url, environment }: McpServer): Promise<Transport> {
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const { program, args, variables } = splitCommand(url.slice(PROGRAM.length));
  return new StdioClientTransport({
    command: program,
    args: [...args],
    env: { ...environment, ...variables },
    // Its log is not part of the service's log, and may repeat questions.
    stderr: 'ignore',
    maxBufferSize: MAX_BYTES,
  });
}

function connectTo({ url, key, fetch }: McpServer): Transport {
  return new EndingTransport(new URL(url), {
    fetch: toMcpFetch(fetch),
    requestInit: { headers: key === '' ? {} : { authorization: `Bearer ${key}` } },
  });
}

/** The requests that can still be ended; a session never has as many at a time. */
const MAX_REQUESTS = 200;

/**
 * With a server of the older protocol, the client only tells the server that a call is cancelled, and goes on
 * reading its reply. This transport also ends the request.
 */
class EndingTransport extends StreamableHTTPClientTransport {
  readonly #requests = new Map<unknown, AbortController>();

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#requests.get(message.params?.requestId)?.abort();
    if (!('method' in message && 'id' in message) || options?.requestSignal !== undefined)
      return await super.send(message, options);
    const ending = new AbortController();
    this.#requests.set(message.id, ending);
    const [oldest] = this.#requests.keys();
    if (this.#requests.size > MAX_REQUESTS) this.#requests.delete(oldest);
    await super.send(message, { ...options, requestSignal: ending.signal });
  }
}

/** The server refused a call; another try with the same call is useless for now. */
export class CallRefused extends Error {
  readonly reply: { readonly status: number; readonly headers: Readonly<Record<string, string>> };

  constructor({ status, headers }: ApiReply) {
    super(`it refuses the call (${status})`);
    this.reply = { status, headers: Object.fromEntries(headers) };
  }
}

/** Statuses that do not depend on the version of the protocol that the caller speaks. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 429, 503]);

/**
 * A `fetch` for the protocol's client: it only posts, a reply may have two megabytes, and a refusal is thrown
 * as CallRefused. The client also asks for a stream of messages that belong to no call, and ends its session
 * with DELETE; both are optional and answered here, because nobody would read the one or wait for the other.
 */
function toMcpFetch(fetch: PlainFetch): typeof globalThis.fetch {
  return toStandardFetch(async (url, request = {}) => {
    if (request.method !== 'POST') return NOT_OFFERED;
    const reply = await fetch(url, request);
    if (!REFUSALS.has(reply.status)) return { ...reply, body: bounded(reply.body) };
    await reply.body?.cancel();
    throw new CallRefused(reply);
  });
}

const NOT_OFFERED: ApiReply = { ok: false, status: 405, headers: new Map(), body: null };

function bounded(body: ApiReply['body']): ApiReply['body'] {
  let bytesLeft = MAX_BYTES;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) controller.error(tooLarge(MAX_BYTES));
      else controller.enqueue(chunk);
    },
  });
  return body?.pipeThrough(count) ?? null;
}

/** A program with its arguments, and variables for its environment. */
type ProgramStart = {
  readonly program: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
};

/** A word; parts of it may be in quotation marks. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;
const VARIABLE = /^([A-Za-z_]\w*)=([\s\S]*)$/;

/**
 * Splits a command into words, as a shell does it: at spaces, except within quotation marks. `NAME=value`
 * before the program is a variable. Nothing else of a shell is understood. Without a program, its name is
 * empty.
 */
export function splitCommand(text: string): ProgramStart {
  const words = [...text.matchAll(WORD)].map(([word]) => word.replaceAll(QUOTED, '$1$2'));
  const program = words.findIndex((word) => !VARIABLE.test(word));
  const before = program < 0 ? words : words.slice(0, program);
  const variables = before.map((word) => {
    const [, name = '', value = ''] = VARIABLE.exec(word) ?? [];
    return [name, value] as const;
  });
  const [name = '', ...args] = program < 0 ? [] : words.slice(program);
  return { program: name, args, variables: Object.fromEntries(variables) };
}
