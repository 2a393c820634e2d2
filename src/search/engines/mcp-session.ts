import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { type ApiReply, type PlainFetch, toStandardFetch } from '../../net/http-client.ts';
import { readRetryAfterMs } from '../../net/suspension.ts';
import { tooLarge } from '../../net/upstream.ts';
import { toUpstreamError, UpstreamError } from '../../net/upstream-error.ts';
import { type FailedOutcome, failed } from '../search.ts';
import type { ToolResult } from './mcp-result.ts';
import type { ListedTool } from './mcp-tool.ts';

/** Where a server is: at an address, or a program to start. */
export type McpServer =
  | { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly fetch: PlainFetch }
  | { readonly command: ProgramStart; readonly environment: Readonly<Record<string, string>> };

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

/** A program that is installed at its first start takes this long. */
const MAX_START_MS = 60_000;
/** A server that does not answer the newer protocol's first question is asked in the older one. */
const PROBE_MS = 3_000;
const MAX_MESSAGE_BYTES = 2_000_000;
const MAX_TOOL_PAGES = 5;
/** The server's schemas of results are not checked, which could take long; results are read with care. */
const UNCHECKED: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined });
  },
};

/**
 * Opens a session with the newest version of the protocol that both sides speak, and lists the tools.
 * @throws what the protocol's client throws
 */
export async function openSession(server: McpServer, version: string): Promise<McpSession> {
  const client = new Client(
    { name: 'sayso', title: 'Sayso', version },
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
    await client.connect(await toTransport(server), starting);
    const { tools } = await client.listTools(undefined, starting);
    return {
      tools: tools as readonly ListedTool[],
      isOpen: () => isOpen,
      call: (name, args, limits) => callTool(client, { name, arguments: args }, limits),
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function callTool(
  client: Client,
  call: { readonly name: string; readonly arguments: Record<string, unknown> },
  { timeoutMs, signal }: ToolCallLimits,
): Promise<ToolResult> {
  const limits = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs };
  return (await runWithSignal(signal, () => client.callTool(call, limits))) as ToolResult;
}

async function toTransport(server: McpServer): Promise<Transport> {
  if ('url' in server)
    return new StreamableHTTPClientTransport(new URL(server.url), {
      fetch: toMcpFetch(server.fetch),
      requestInit: { headers: server.headers },
    });
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const { program, args, variables } = server.command;
  return new StdioClientTransport({
    command: program,
    args: [...args],
    env: { ...server.environment, ...variables },
    // Its log is not part of the service's log, and may repeat questions.
    stderr: 'ignore',
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
}

/** The server refused a call; another try with the same call is useless for now. */
class CallRefused extends Error {
  readonly status: number;
  /** The wait that the server asks for, in milliseconds; undefined if it states none. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, retryAfterMs: number | undefined) {
    super(`it refuses the call (${status})`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The signal of the call that runs; the protocol's client passes none to `fetch` in its older version. */
const callSignals = new AsyncLocalStorage<AbortSignal>();

/** Runs a call whose requests end with a signal, even if the server ignores that it was cancelled. */
function runWithSignal<T>(signal: AbortSignal, call: () => T): T {
  return callSignals.run(signal, call);
}

const MAX_BYTES = 2_000_000;
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
    const reply = await fetch(url, { ...request, ...withSignal(request.signal, request.body ?? '') });
    if (!REFUSALS.has(reply.status)) return { ...reply, body: bounded(reply.body) };
    await reply.body?.cancel();
    const headers = { 'retry-after': reply.headers.get('retry-after') ?? '' };
    throw new CallRefused(reply.status, readRetryAfterMs(headers));
  });
}

/** The message that cancels a call is sent although the call has ended. */
function withSignal(own: AbortSignal | undefined, body: string): { readonly signal?: AbortSignal } {
  const ofCall = body.includes('"notifications/') ? undefined : callSignals.getStore();
  const signals = [own, ofCall].filter((signal) => signal !== undefined);
  return signals.length === 0 ? {} : { signal: AbortSignal.any(signals) };
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

const MAX_CAUSES = 6;
/** JSON-RPC's code for parameters that a tool does not accept. */
const INVALID_PARAMETERS = -32_602;

/** Why a session could not be opened, or a call had no result. */
export function toFailure(error: unknown): FailedOutcome {
  const chain = causesOf(error);
  const refused = chain.find((each) => each instanceof CallRefused);
  if (refused !== undefined) return toRefusal(refused);
  const network = chain.find((each) => each instanceof UpstreamError);
  if (network !== undefined) return failed(network.failedReason, network.message);
  const http = chain.find((each) => each instanceof SdkHttpError);
  if (http !== undefined) return toStatusFailure(http.status);
  const system = chain.find(isSystemError);
  if (system !== undefined) return toSystemFailure(system);
  return (
    chain.map(toClientFailure).find((each) => each !== null) ?? failed('protocol', 'it does not speak MCP')
  );
}

/** True if another session may work: this one has ended, or the server no longer knows it. */
export function isSessionLost(error: unknown): boolean {
  return causesOf(error).some(
    (each) =>
      (each instanceof SdkHttpError && (each.status === 404 || each.status === 400)) ||
      (each instanceof SdkError &&
        (each.code === SdkErrorCode.ConnectionClosed || each.code === SdkErrorCode.NotConnected)),
  );
}

/** The failure for an error of the protocol's client; null for any other error. */
function toClientFailure(error: unknown): FailedOutcome | null {
  if (error instanceof ProtocolError)
    return error.code === INVALID_PARAMETERS
      ? failed('bad-parameter', 'it does not accept the parameters of the call')
      : failed('upstream', `it reports an error (${error.code})`);
  if (!(error instanceof SdkError)) return null;
  if (error.code === SdkErrorCode.EraNegotiationFailed)
    return failed('configuration', { cause: 'it does not speak MCP', remedy: 'check SLOT_URL' });
  if (error.code === SdkErrorCode.RequestTimeout) return failed('timeout', 'no answer in time');
  if (error.code === SdkErrorCode.ConnectionClosed)
    // Only a program ends like this; a server's connection fails with an error of the network.
    return failed('upstream', {
      cause: 'it ended the connection',
      remedy: 'run the command in SLOT_URL yourself to see its messages',
    });
  return failed('protocol', `its answer is not what MCP allows (${error.code})`);
}

function toRefusal({ status, retryAfterMs }: CallRefused): FailedOutcome {
  if (status === 429) return failed('rate', 'it reports too many requests (429)', retryAfterMs);
  if (status === 503) return failed('upstream', 'it is not available at the moment (503)', retryAfterMs);
  if (status === 402) return failed('configuration', 'its plan or credit is used up (402)');
  const cause = `it does not accept the caller (${status})`;
  return failed('configuration', { cause, remedy: 'set SLOT_KEY, or check it' });
}

function toStatusFailure(status: number): FailedOutcome {
  if (status === 404 || status === 405)
    return failed('configuration', {
      cause: `no MCP at this address (${status})`,
      remedy: 'check the path of SLOT_URL',
    });
  if (status >= 500) return failed('upstream', `it reports an error (${status})`);
  if (status >= 300 && status < 400)
    return failed('configuration', {
      cause: `it redirects to another address (${status})`,
      remedy: 'check SLOT_URL',
    });
  return failed('protocol', `it answered with status ${status}`);
}

/** The error, its cause, the cause of that, and so on. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  let next = error;
  while (next !== undefined && chain.length < MAX_CAUSES) {
    chain.push(next);
    next = next instanceof Error ? next.cause : undefined;
  }
  return chain;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
}

function toSystemFailure(error: NodeJS.ErrnoException & { readonly code: string }): FailedOutcome {
  if (error.syscall?.startsWith('spawn') !== true) {
    const { failedReason, message } = toUpstreamError(error);
    return failed(failedReason, message);
  }
  return failed('configuration', {
    cause: `its program cannot be started (${error.code})`,
    remedy: 'check SLOT_URL',
  });
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
