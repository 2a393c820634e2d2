import { startDeadline, untilAborted } from '../../core/deadline.ts';
import type { ScopePart } from '../../core/scope.ts';
import {
  type BackendKind,
  type Connection,
  type FailedOutcome,
  failed,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from '../search.ts';
import { isSessionLost, toFailedOutcome } from './mcp-failure.ts';
import { readResult } from './mcp-result.ts';
import { isProgram, type McpSession, openSession } from './mcp-session.ts';
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
