import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type Offer } from './mcp-server.ts';
import { createTools, type ToolListDeps } from './tools/all-tools.ts';
import type { ToolDeps } from './tools/tool.ts';

/** The longest message that a client may send, in bytes. */
const MAX_MESSAGE_BYTES = 1_000_000;

/** The parts from which the tools over standard input and output are built. */
type StdioDeps = ToolListDeps &
  Pick<ToolDeps, 'service' | 'caller' | 'deadlinesMs'> &
  Pick<Offer, 'report'> & { readonly input: Readable; readonly output: Writable };

/** Serves one client over two streams, until it closes its input or `signal` aborts. */
export async function serveOverStreams(deps: StdioDeps, signal: AbortSignal): Promise<void> {
  const { service, caller, deadlinesMs, report, input, output } = deps;
  const tools = createTools(deps);
  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  for (const event of ['end', 'close', 'error']) input.once(event, end);
  signal.addEventListener('abort', end, { once: true });
  const { version } = deps.status();
  const handle = serveStdio(
    () =>
      createMcpServer({
        tools,
        version,
        report,
        ending: signal,
        deps: { service, caller, deadlinesMs, preferences: { id: randomUUID() } },
      }),
    { transport: new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES }) },
  );
  await ended.promise;
  await handle.close();
}
