import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** A server in its own process. Disposing it ends the process, whatever state it is in. */
export type ServerProcess = AsyncDisposable & {
  /** Suspends it in the middle of its work: connections are accepted, but nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Asks it to end. Resolves when the process has ended. */
  stop(): Promise<void>;
  /** Kills it. Resolves when it is gone. */
  kill(): Promise<void>;
};

export type ServerCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Replies with 200 as soon as the server is ready. */
  readonly healthUrl: string;
};

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
/** The length of the server's last output that is shown if it fails to start, in characters. */
const MAX_OUTPUT_CHARS = 4000;

/**
 * Process groups of the servers that still run; they are ended together with a test process that is told to
 * stop.
 */
const running = new Set<number>();
process.on('exit', () => {
  for (const group of running) signalGroup(group, 'SIGKILL');
});
process.once('SIGTERM', () => process.exit(1));
process.once('SIGINT', () => process.exit(1));

/**
 * Starts a server and waits until it is healthy. It gets none of this process's environment, so that a proxy
 * configured there is not used for loopback.
 * @throws Error with its output if it ends, or is not ready within 30 s
 */
export async function startProcess({ file, args, env, healthUrl }: ServerCommand): Promise<ServerProcess> {
  const child = spawn(file, args, {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, because PHP's server has workers that a signal to the server alone does not
    // reach.
    detached: true,
  });
  const group = child.pid;
  if (group === undefined)
    throw new Error(`${file} cannot be run`, { cause: (await once(child, 'error'))[0] });
  running.add(group);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (output = (output + data).slice(-MAX_OUTPUT_CHARS)));
  const gone = once(child, 'exit').finally(() => running.delete(group));
  const end = async (signal: NodeJS.Signals) => {
    signalGroup(group, signal);
    await gone;
  };
  const kill = () => end('SIGKILL');
  try {
    await Promise.race([untilHealthy(healthUrl), gone.then(() => Promise.reject(new Error('it ended')))]);
  } catch (error) {
    await kill().catch(() => undefined);
    throw new Error(`${file} did not start (${healthUrl}). It said:\n${output}`, { cause: error });
  }
  return {
    freeze: () => signalGroup(group, 'SIGSTOP'),
    thaw: () => signalGroup(group, 'SIGCONT'),
    stop: () => end('SIGTERM'),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** Signals a server and all its workers; a group that has ended has nobody to receive it. */
function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function untilHealthy(url: string): Promise<void> {
  const givingUp = AbortSignal.timeout(START_TIMEOUT_MS);
  while (!(await isHealthy(url))) await pause(POLL_MS, undefined, { signal: givingUp });
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
