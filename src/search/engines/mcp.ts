import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { startDeadline, untilAborted } from '../../core/deadline.ts';
import type { ScopePart } from '../../core/scope.ts';
import { causesOf, toUpstreamError, UpstreamError } from '../../net/upstream-error.ts';
import {
  type BackendKind,
  type Connection,
  type FailedOutcome,
  failed,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from '../search.ts';
import { type Remedies, toRefusal } from './http-call.ts';
import { readResult } from './mcp-result.ts';
import { CallRefused, isProgram, type McpSession, openSession } from './mcp-session.ts';
import { findSearchTool, type SearchTool, sentParts, toArguments } from './mcp-tool.ts';
import { withSites } from './notation.ts';

/** Searches with a tool of any MCP server. */
export const mcp = { open: (connection: McpConnection) => new McpBackend(connection) } satisfies BackendKind;

type McpConnection = Omit<Connection, 'safesearch' | 'name' | 'embed'>;

/** An open session, and the tool of the server that searches. */
type ReadyTool = { readonly status: 'ready'; readonly session: McpSession; readonly tool: SearchTool };

const SITES = { maxChars: 400, notation: { siteOperators: 'one' } } as const;
/** The outcome for a query whose session was lost twice. */
const SESSION_LOST = failed('upstream', 'it ended the session');

/**
 * Keeps one session with a server, for all queries, and opens another after it was lost. Opening goes on if
 * the query that began it is over, because a program may take long to start.
 */
class McpBackend implements SearchBackend {
  /** The parts of a scope that the tool takes; empty until a session was open. */
  readonly sends = new Set<ScopePart>();
  readonly #connection: McpConnection;
  #opening: Promise<ReadyTool | FailedOutcome> | null = null;
  #isClosed = false;

  constructor(connection: McpConnection) {
    this.#connection = connection;
    // A program takes long to start, and a query should not have to wait for it.
    if (isProgram(connection.url)) void this.#ready();
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const { timeoutMs } = this.#connection;
    using deadline = startDeadline(timeoutMs, signal);
    const once = () => this.#searchOnce(query, deadline.signal);
    const searching = async () => (await once()) ?? (await once()) ?? SESSION_LOST;
    try {
      return await untilAborted(searching(), deadline.signal);
    } catch (error) {
      if (deadline.expired) return failed('timeout', `no answer within ${timeoutMs} ms`);
      throw error;
    }
  }

  /** Ends the session, and a program with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opening;
    if (opened?.status === 'ready') await opened.session.close();
  }

  /** Null if the session was lost, so that a new one may help. */
  async #searchOnce(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome | null> {
    const opened = await this.#ready();
    if (opened.status !== 'ready') return opened;
    const { session, tool } = opened;
    const { timeoutMs } = this.#connection;
    await this.#connection.takeCall();
    const text = this.sends.has('sites.only') ? query.text : withSites(query.text, query.scope, SITES);
    try {
      const args = toArguments(tool, { ...query, text });
      return readResult(await session.call(tool.name, args, { timeoutMs, signal }), query);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!isSessionLost(error)) return toFailedOutcome(error);
      this.#opening = null;
      return null;
    }
  }

  /** The open session, or why there is none; a failure is not kept for the next query. */
  async #ready(): Promise<ReadyTool | FailedOutcome> {
    this.#opening ??= this.#open();
    const opened = await this.#opening;
    if (opened.status === 'ready' && opened.session.isOpen()) return opened;
    this.#opening = null;
    return opened.status === 'ready' ? SESSION_LOST : opened;
  }

  async #open(): Promise<ReadyTool | FailedOutcome> {
    const { upstream, ...server } = this.#connection;
    try {
      const session = await openSession({ ...server, fetch: upstream.fetch });
      const tool = findSearchTool(session.tools);
      if (tool === null || this.#isClosed) {
        await session.close();
        return noTool(session);
      }
      this.sends.clear();
      for (const part of sentParts(tool)) this.sends.add(part);
      return { status: 'ready', session, tool };
    } catch (error) {
      return toFailedOutcome(error);
    }
  }
}

function noTool({ tools }: McpSession): FailedOutcome {
  const names = tools.slice(0, 10).map(({ name }) => name.slice(0, 40));
  const has = names.length === 0 ? 'it has no tools' : `its tools are ${names.join(', ')}`;
  return failed('configuration', {
    cause: `no tool of it searches the web; ${has}`,
    remedy: 'set SLOT_URL to an MCP server with a tool that searches',
  });
}

/**
 * True if another session may work: this one has ended, or the server no longer knows it. The protocol wants
 * 404 for that, but a server that was restarted answers 400 with the protocol's own library.
 */
function isSessionLost(error: unknown): boolean {
  return causesOf(error).some(
    (each) =>
      (each instanceof SdkHttpError && (each.status === 404 || each.status === 400)) ||
      (each instanceof SdkError &&
        (each.code === SdkErrorCode.ConnectionClosed || each.code === SdkErrorCode.NotConnected)),
  );
}

/** Why a session could not be opened, or a call had no result. The first kind of error found says most. */
function toFailedOutcome(error: unknown): FailedOutcome {
  const causes = causesOf(error);
  for (const read of [ofServer, ofSystem, ofClient])
    for (const cause of causes) {
      const failure = read(cause);
      if (failure !== null) return failure;
    }
  return failed('protocol', 'it does not speak MCP');
}

const REDIRECTS = ['configuration', 'it redirects to another address', 'check SLOT_URL'] as const;
const REMEDIES: Remedies = {
  ...Object.fromEntries([301, 302, 303, 307, 308].map((status) => [status, REDIRECTS])),
  400: ['protocol', 'it answered with status 400'],
  401: ['configuration', 'it does not accept the caller (401)', 'set SLOT_KEY, or check it'],
  402: ['configuration', 'its plan or credit is used up (402)'],
  403: ['configuration', 'it does not accept the caller (403)', 'set SLOT_KEY, or check it'],
  404: ['configuration', 'no MCP at this address (404)', 'check the path of SLOT_URL'],
  405: ['configuration', 'no MCP at this address (405)', 'check the path of SLOT_URL'],
};

/** A status of the server, or a failed connection to it. */
function ofServer(error: unknown): FailedOutcome | null {
  if (error instanceof UpstreamError) return failed(error.failedReason, error.message);
  const reply = { contentType: '', text: '', headers: {} };
  if (error instanceof CallRefused) return toRefusal({ ...reply, ...error.reply }, REMEDIES);
  return error instanceof SdkHttpError ? toRefusal({ ...reply, status: error.status ?? 0 }, REMEDIES) : null;
}

/** An error of the operating system: the program does not start, or the network fails. */
function ofSystem(error: unknown): FailedOutcome | null {
  if (!(error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code)))) return null;
  if ('syscall' in error && String(error.syscall).startsWith('spawn')) {
    const cause = `its program cannot be started (${error.code})`;
    return failed('configuration', { cause, remedy: 'check SLOT_URL' });
  }
  const { failedReason, message } = toUpstreamError(error);
  return failed(failedReason, message);
}

/** JSON-RPC's code for parameters that a tool does not accept. */
const INVALID_PARAMETERS = -32_602;

/** An error of the protocol's client. */
function ofClient(error: unknown): FailedOutcome | null {
  if (error instanceof ProtocolError)
    return error.code === INVALID_PARAMETERS
      ? failed('bad-parameter', 'it does not accept the parameters of the call')
      : failed('upstream', `it reports an error (${error.code})`);
  if (!(error instanceof SdkError)) return null;
  switch (error.code) {
    case SdkErrorCode.EraNegotiationFailed:
      return failed('configuration', { cause: 'it does not speak MCP', remedy: 'check SLOT_URL' });
    case SdkErrorCode.RequestTimeout:
      return failed('timeout', 'no answer in time');
    case SdkErrorCode.ConnectionClosed:
      // Only a program ends like this; a server's connection fails with an error of the network.
      return failed('upstream', {
        cause: 'it ended the connection',
        remedy: 'run the command in SLOT_URL yourself to see its messages',
      });
    default:
      return failed('protocol', `its answer is not what MCP allows (${error.code})`);
  }
}
