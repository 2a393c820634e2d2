import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** A server in a process of its own. Disposing ends it, whatever state it is in. */
export type ServerProcess = AsyncDisposable & {
  /** Stops it in the middle of whatever it does: connections are taken, nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Asks it to end. Resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it without a goodbye. Resolves when it is gone. */
  kill(): Promise<void>;
};

export type ServerCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Answers 200 as soon as the server is ready. */
  readonly healthUrl: string;
};

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
/** The last that a server said before it failed to start, in characters. */
const MAX_OUTPUT_CHARS = 4000;

/** Groups of the servers that still run; a test process that is told to go takes them along. */
const running = new Set<number>();
process.on('exit', () => {
  for (const group of running) signalGroup(group, 'SIGKILL');
});
process.once('SIGTERM', () => process.exit(1));
process.once('SIGINT', () => process.exit(1));

/**
 * Starts a server and waits until it is healthy. It sees none of our environment, so that a proxy in there is
 * not asked for loopback.
 * @throws Error with what it said when it ends or is not ready within 30 s
 */
export async function startProcess({ file, args, env, healthUrl }: ServerCommand): Promise<ServerProcess> {
  const child = spawn(file, args, {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, because PHP's server answers from workers that a signal to itself does not reach.
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

/** To a server and all its workers; a group that is gone has nobody to hear it. */
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
