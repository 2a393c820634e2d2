import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type Offer } from './mcp-server.ts';
import type { ToolDeps } from './tools/tool.ts';

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
