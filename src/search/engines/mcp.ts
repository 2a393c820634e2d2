import { startDeadline, untilAborted } from '../../core/deadline.ts';
import type { ScopePart } from '../../core/scope.ts';
import {
  type BackendKind,
  type FailedOutcome,
  failed,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from '../search.ts';
import { readResult } from './mcp-result.ts';
import {
  isSessionLost,
  type McpServer,
  type McpSession,
  openSession,
  splitCommand,
  toFailure,
} from './mcp-session.ts';
import { findSearchTool, type SearchTool, sentParts, toArguments } from './mcp-tool.ts';
import { withSites } from './notation.ts';

/** A server with a tool that searches, and how it is called. */
type McpOptions = McpConnectionOptions & {
  /** For one query, with all its calls. */
  readonly timeoutMs: number;
  /** Called before each call of the tool, which is not made if this throws. */
  readonly takeCall?: (() => Promise<void>) | undefined;
};

/** How the operator configured a server. */
type ServerSettings = Pick<Extract<McpServer, { url: string }>, 'url' | 'fetch'> &
  Pick<Extract<McpServer, { command: unknown }>, 'environment'> & {
    /** Empty for none. */
    readonly key: string;
  };

const PROGRAM = 'stdio:';
const MAX_QUERY_CHARS = 400;
const SITES = { maxChars: MAX_QUERY_CHARS, notation: { siteOperators: 'one' } } as const;

/** Searches with a tool of any MCP server. */
export const mcp: BackendKind = {
  open: ({ url, key, upstream, ...options }) =>
    createMcp({ ...options, server: toServer({ url, key, fetch: upstream.fetch, ...options }) }),
};

/** A back-end with a session that stays open until it is closed. */
export function createMcp({
  timeoutMs,
  takeCall,
  ...options
}: McpOptions): SearchBackend & { close(): Promise<void> } {
  const connection = new McpConnection(options);
  const { sends } = connection;
  // A program takes long to start, and a query should not have to wait for it.
  if ('command' in options.server) void connection.ready();
  return {
    sends,
    async search(query, signal) {
      using deadline = startDeadline(timeoutMs, signal);
      try {
        return await untilAborted(searchTwice(query, deadline.signal), deadline.signal);
      } catch (error) {
        if (deadline.expired) return failed('timeout', `no answer within ${timeoutMs} ms`);
        throw error;
      }
    },
    close: () => connection.close(),
  };

  async function searchTwice(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
    return (await searchOnce(query, signal)) ?? (await searchOnce(query, signal)) ?? SESSION_LOST;
  }

  /** Null if the session was lost, so that a new one may help. */
  async function searchOnce(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome | null> {
    const opened = await connection.ready();
    if (opened.status !== 'ready') return opened;
    const { session, tool } = opened;
    await takeCall?.();
    const text = sends.has('sites.only') ? query.text : withSites(query.text, query.scope, SITES);
    try {
      const args = toArguments(tool, { ...query, text });
      return readResult(await session.call(tool.name, args, { timeoutMs, signal }), query);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!isSessionLost(error)) return toFailure(error);
      connection.forget();
      return null;
    }
  }
}

/** The server at an address, or the program after `stdio:`. */
export function toServer({ url, key, fetch, environment }: ServerSettings): McpServer {
  if (!url.startsWith(PROGRAM))
    return { url, fetch, headers: key === '' ? {} : { authorization: `Bearer ${key}` } };
  return { command: splitCommand(url.slice(PROGRAM.length)), environment };
}

/** The server of a connection, and who calls it. */
type McpConnectionOptions = {
  readonly server: McpServer;
  /** The version of Sayso, by which it introduces itself. */
  readonly version: string;
};

type ReadyTool = { readonly status: 'ready'; readonly session: McpSession; readonly tool: SearchTool };

/** The outcome for a query whose session was lost twice. */
const SESSION_LOST = failed('upstream', 'it ended the session');

/**
 * Keeps one session with a server, for all queries, and opens another after it was lost. Opening goes on if
 * the query that began it is over, because a program may take long to start.
 */
class McpConnection {
  /** The parts of a scope that the tool takes; empty until a session was open. */
  readonly sends = new Set<ScopePart>();
  readonly #options: McpConnectionOptions;
  #opening: Promise<ReadyTool | FailedOutcome> | null = null;
  #isClosed = false;

  constructor(options: McpConnectionOptions) {
    this.#options = options;
  }

  /** The open session, or why there is none; a failure is not kept for the next query. */
  async ready(): Promise<ReadyTool | FailedOutcome> {
    this.#opening ??= this.#open();
    const opened = await this.#opening;
    if (opened.status === 'ready' && opened.session.isOpen()) return opened;
    this.#opening = null;
    return opened.status === 'ready' ? SESSION_LOST : opened;
  }

  /** Makes the next query open a new session. */
  forget(): void {
    this.#opening = null;
  }

  /** Ends the session, and a program with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opening;
    if (opened?.status === 'ready') await opened.session.close();
  }

  async #open(): Promise<ReadyTool | FailedOutcome> {
    const { server, version } = this.#options;
    try {
      const session = await openSession(server, version);
      const tool = findSearchTool(session.tools);
      if (tool === null || this.#isClosed) {
        await session.close();
        return noTool(session);
      }
      this.sends.clear();
      for (const part of sentParts(tool)) this.sends.add(part);
      return { status: 'ready', session, tool };
    } catch (error) {
      return toFailure(error);
    }
  }
}

function noTool({ tools }: McpSession): FailedOutcome {
  const names = tools.slice(0, 10).map(({ name }) => name.slice(0, 40));
  const has = names.length === 0 ? 'it has no tools' : `its tools are ${names.join(', ')}`;
  const cause = `no tool of it searches the web; ${has}`;
  return failed('configuration', {
    cause,
    remedy: 'set SLOT_URL to an MCP server with a tool that searches',
  });
}
