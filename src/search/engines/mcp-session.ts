import {
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { PlainFetch } from '../../net/http-client.ts';
import { runWithSignal, toMcpFetch } from './mcp-fetch.ts';
import type { ToolResult } from './mcp-result.ts';
import type { ListedTool } from './mcp-tool.ts';
import type { ProgramStart } from './split-command.ts';

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
