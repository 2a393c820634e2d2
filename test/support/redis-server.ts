import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { closedPort } from './local-server.ts';

/** The server from Debian's package `redis-server`. */
const FILE = '/usr/bin/redis-server';
const START_LIMIT_MS = 10_000;

/** A Redis for one test that stores nothing on disk. */
export type RedisServer = AsyncDisposable & {
  readonly port: number;
  readonly url: string;
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
};

/** Whether it is installed. */
export function isRedisInstalled(): boolean {
  return existsSync(FILE);
}

/** Starts a Redis on a free port. `options` are command-line options. */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const port = await closedPort();
  let child = await start(port, options);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    kill,
    async restart() {
      await kill();
      child = await start(port, options);
    },
    [Symbol.asyncDispose]: kill,
  };
}

async function start(port: number, options: readonly string[]) {
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    ...options,
  ];
  const child = spawn(FILE, args, { cwd: tmpdir(), stdio: 'ignore' });
  process.on('exit', () => child.kill('SIGKILL'));
  const startedAtMs = performance.now();
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() - startedAtMs > START_LIMIT_MS)
      throw new Error(`${FILE} does not start on port ${port}.`);
    await pause(10);
  }
  return child;
}

function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  return new Promise((resolve) => {
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
