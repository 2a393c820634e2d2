import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { execPath } from 'node:process';

/** A child process: Node with one script. */
export type Child = {
  readonly pid: number;
  /** Throws with the last output of the process if it is no longer running. */
  assertRunning(): void;
  /** Asks it to end, kills it if it does not, and waits until it has ended. */
  stop(): Promise<void>;
};

const LAST_WORDS_CHARS = 2000;
const PATIENCE_MS = 3000;
const running = new Set<ChildProcess>();

// Whatever ends this process also ends its children.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts `node ...args` in the temporary folder, which contains no `.env`, with only `env` as its
 * environment.
 */
export function startChild(args: readonly string[], env: Readonly<Record<string, string>>): Child {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(execPath, args, { cwd: tmpdir(), env: { PATH, HOME, ...env }, stdio: 'pipe' });
  running.add(child);
  let lastWords = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (words: string) => {
      lastWords = (lastWords + words).slice(-LAST_WORDS_CHARS);
    });
  const gone = new Promise<void>((resolve) => {
    for (const event of ['close', 'error'])
      child.once(event, () => {
        running.delete(child);
        resolve();
      });
  });
  if (child.pid === undefined) throw new Error(`${execPath} cannot be started.`);
  return {
    pid: child.pid,
    assertRunning() {
      if (running.has(child) && child.exitCode === null && child.signalCode === null) return;
      throw new Error(`node ${args.join(' ')} ended: ${lastWords}`);
    },
    async stop() {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      await gone;
      clearTimeout(force);
    },
  };
}
