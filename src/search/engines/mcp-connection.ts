import type { ScopePart } from '../../core/scope.ts';
import { type FailedOutcome, failed } from '../search.ts';
import { sentParts } from './mcp-arguments.ts';
import { toFailure } from './mcp-failure.ts';
import { type McpServer, type McpSession, openSession } from './mcp-session.ts';
import { findSearchTool, type SearchTool } from './mcp-tool.ts';

/** The server of a connection, and who calls it. */
export type McpConnectionOptions = {
  readonly server: McpServer;
  /** The version of Sayso, by which it introduces itself. */
  readonly version: string;
};

type ReadyTool = { readonly status: 'ready'; readonly session: McpSession; readonly tool: SearchTool };

/** The outcome for a query whose session was lost twice. */
export const SESSION_LOST = failed('upstream', 'it ended the session');

/**
 * Keeps one session with a server, for all queries, and opens another after it was lost. Opening goes on if
 * the query that began it is over, because a program may take long to start.
 */
export class McpConnection {
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
