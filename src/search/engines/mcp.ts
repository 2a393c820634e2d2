import { startDeadline, untilAborted } from '../../core/deadline.ts';
import { failed, type SearchBackend, type SearchOutcome, type SearchQuery } from '../search.ts';
import { toArguments } from './mcp-arguments.ts';
import { McpConnection, type McpConnectionOptions, SESSION_LOST } from './mcp-connection.ts';
import { isSessionLost, toFailure } from './mcp-failure.ts';
import { readResult } from './mcp-result.ts';
import type { McpServer } from './mcp-session.ts';
import { withSites } from './site-operators.ts';
import { splitCommand } from './split-command.ts';

/** A server with a tool that searches, and how it is called. */
export type McpOptions = McpConnectionOptions & {
  /** For one query, with all its calls. */
  readonly timeoutMs: number;
  /** Called before each call of the tool, which is not made if this throws. */
  readonly takeCall?: (() => Promise<void>) | undefined;
};

/** A back-end with a session that stays open until it is closed. */
export type McpBackend = SearchBackend & { close(): Promise<void> };

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
export function createMcp({ timeoutMs, takeCall, ...options }: McpOptions): McpBackend {
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
