import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { abortReason, untilAborted } from '../../core/deadline.ts';
import { type Failure, toFailure } from '../../core/failure.ts';
import type { Status } from '../../core/status.ts';
import { askTool } from './tools/ask.ts';
import { contextTool } from './tools/context.ts';
import { fetchTool } from './tools/fetch.ts';
import { searchTool } from './tools/search.ts';
import type { Tool, ToolDeps } from './tools/tool.ts';

/** In the order in which clients list them. */
const TOOLS: readonly Tool[] = [askTool, searchTool, fetchTool, contextTool];

/** How long clients may cache the list of tools, in milliseconds: the list changes only with the version. */
const LIST_FRESH_MS = 600_000;

const INSTRUCTIONS =
  'Sayso searches the web and answers with sources. `ask` gives a finished answer with citations; ' +
  '`context` gives passages from several pages for an answer of your own; `search` lists pages; ' +
  '`fetch` reads one page. Cite the addresses of the sources that you use.';

/** What a server offers on one connection or for one request. */
export type Offer = {
  readonly status: Status;
  /** Everything except the progress, which belongs to a single call. */
  readonly deps: Omit<ToolDeps, 'sendProgress'>;
  /** Words a failure for the caller; logs unexpected errors. */
  report(failure: Failure): string;
  /** Aborts when the service ends the calls in progress, whether or not the caller is still connected. */
  readonly ending: AbortSignal;
};

/**
 * The tools by their names. Without a model, there is no `ask`: a model that chooses among tools should not see
 * one that cannot work.
 */
export function toolsOf({ llmConfigured }: Status): ReadonlyMap<string, Tool> {
  const usable = TOOLS.filter((tool) => llmConfigured || tool !== askTool);
  return new Map(usable.map((tool) => [tool.definition.name, tool]));
}

/** A server that lists and runs the tools, for one connection or one request. */
export function createMcpServer({ status, deps, report, ending }: Offer): Server {
  const tools = toolsOf(status);
  const hint = { ttlMs: LIST_FRESH_MS, cacheScope: 'private' } as const;
  const server = new Server(
    { name: 'sayso', title: 'Sayso', version: status.version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': hint, 'server/discover': hint },
    },
  );
  const definitions = [...tools.values()].map(({ definition }) => definition);
  server.setRequestHandler('tools/list', () => ({ tools: definitions }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.get(params.name);
    if (tool === undefined) throw unknownTool(params.name, tools);
    using signal = joinSignals(context.mcpReq.signal, ending);
    const own = { ...deps, sendProgress: createProgressSender(context) };
    return await callTool({ tool, args: params.arguments }, { deps: own, report }, signal.signal);
  });
  return server;
}

function unknownTool(name: string, tools: ReadonlyMap<string, Tool>): ProtocolError {
  const names = [...tools.keys()].join(', ');
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${name.slice(0, 60)}". The tools are: ${names}.`,
  );
}

/** Sends progress if the caller asked for it; the number only counts the messages. */
function createProgressSender({ mcpReq }: ServerContext): ToolDeps['sendProgress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (message) => {
    progress++;
    const params = { progressToken, progress, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** A signal that aborts when one of two other signals aborts; once disposed, it no longer follows them. */
function joinSignals(one: AbortSignal, other: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const stop = ({ target }: Event) => controller.abort((target as AbortSignal).reason);
  for (const signal of [one, other])
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener('abort', stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const signal of [one, other]) signal.removeEventListener('abort', stop);
    },
  };
}

type GivenCall = { readonly tool: Tool; readonly args: unknown };

/**
 * Runs a tool and returns its result twice, as structured content and as the same JSON in text, because older
 * clients show only text to their models. A failure becomes a result that tells the model what to do; a
 * protocol error would end the model's turn.
 * @throws Failure `cancelled` when the caller has disconnected
 */
export async function callTool(
  { tool, args }: GivenCall,
  { deps, report }: Pick<Offer, 'report'> & { readonly deps: ToolDeps },
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const result = await untilAborted(tool.call(args, deps, signal), signal);
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
  } catch (error) {
    if (signal.aborted && abortReason(signal).code === 'cancelled') throw abortReason(signal);
    const failure = toFailure(error);
    return { content: [{ type: 'text', text: toAdvice(failure, report(failure)) }], isError: true };
  }
}

function toAdvice({ code, retryAfterMs }: Failure, message: string): string {
  if (retryAfterMs !== undefined)
    return `${message} Try again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} seconds.`;
  switch (code) {
    case 'search-unavailable':
    case 'model-unavailable':
    case 'overloaded':
    case 'stopping':
      return `${message} Try again later.`;
    case 'deadline-exceeded':
      return `${message} Try again, or ask something simpler.`;
    default:
      return message;
  }
}

/** The longest message that a client may send, in bytes. */
const MAX_MESSAGE_BYTES = 1_000_000;

/** The parts from which the tools over standard input and output are built. */
type StdioDeps = Omit<ToolDeps, 'preferences' | 'sendProgress'> &
  Pick<Offer, 'status' | 'report'> & { readonly input: Readable; readonly output: Writable };

/** Serves one client over two streams, until it closes its input or `signal` aborts. */
export async function serveOverStreams(deps: StdioDeps, signal: AbortSignal): Promise<void> {
  const { status, report, input, output, ...own } = deps;
  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  for (const event of ['end', 'close', 'error']) input.once(event, end);
  signal.addEventListener('abort', end, { once: true });
  // Over HTTP, nobody needs it.
  const { StdioServerTransport, serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const handle = serveStdio(
    () =>
      createMcpServer({
        status,
        report,
        ending: signal,
        deps: { ...own, preferences: { id: randomUUID() } },
      }),
    { transport: new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES }) },
  );
  await ended.promise;
  await handle.close();
}
