import type { Settings } from '../config/settings.ts';
import type { Failure } from '../core/failure.ts';
import type { Caller } from '../core/run.ts';
import type { Service } from '../core/service.ts';
import { createUpstream } from '../net/upstream.ts';
import { refuseArguments } from './help.ts';
import { printable } from './printable.ts';

/** What the command gets from the process. */
type McpCommandOptions = {
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
  /** Builds the service, and closes it after the command. */
  withService(
    command: (service: Service, settings: Settings, caller: Caller) => Promise<number>,
  ): Promise<number>;
};

/**
 * `sayso mcp`: tools over standard input and output, for the program that started it; with `--server`, the
 * tools of a service that is already running. Loads only what the chosen form needs. Ends with the input, or
 * when `signal` aborts.
 * @throws Failure `invalid-question` for other arguments
 */
export async function mcpCommand(options: McpCommandOptions, signal: AbortSignal): Promise<number> {
  const { args, withService } = options;
  // `--server=URL` is read like `--server URL`.
  const [option, address, ...others] = args.flatMap((arg) => arg.split(/(?<=^--server)=/));
  if (option === '--server' && address !== undefined && others.length === 0)
    return bridgeTo(address, options, signal);
  refuseArguments('mcp', args, ' [--server URL]');
  const { serveOverStreams } = await import('../interfaces/mcp/mcp-server.ts');
  return withService(async (service, settings, caller) => {
    const { maxQueryChars, answerDeadlineMs: quick, deepDeadlineMs: deep } = settings;
    await serveOverStreams(
      {
        service,
        caller,
        status: service.status(),
        maxQueryChars,
        deadlinesMs: { quick, deep },
        report: reportOnStderr,
        input: process.stdin,
        output: process.stdout,
      },
      signal,
    );
    return 0;
  });
}

async function bridgeTo(
  address: string,
  { environment, version }: McpCommandOptions,
  signal: AbortSignal,
): Promise<number> {
  const { bridge, toEndpoint } = await import('../interfaces/mcp/bridge.ts');
  const { toStandardFetch } = await import('../net/http-client.ts');
  const { SAYSO_API_KEY: key = '' } = environment;
  const upstream = createUpstream({ userAgent: `Sayso/${version}` });
  const parts = {
    url: toEndpoint(address),
    key: key.trim() || null,
    fetch: toStandardFetch(upstream.fetch),
    input: process.stdin,
    output: process.stdout,
    report: (text: string) => void process.stderr.write(`${printable(text)}\n`),
  };
  try {
    await bridge(parts, signal);
    return 0;
  } finally {
    await upstream.close();
  }
}

/** Standard output belongs to the protocol. */
function reportOnStderr(failure: Failure): string {
  if (failure.code === 'internal' && failure.cause instanceof Error)
    process.stderr.write(`${failure.cause.stack}\n`);
  return failure.message;
}
