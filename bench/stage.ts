import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from './child.ts';
import { freePortRow } from './free-ports.ts';
import type { Mocks } from './mock-settings.ts';
import { type Program, startFloor, startService, type Target } from './target.ts';

/** The folder from which everything is started. */
export type Stage = {
  readonly mocks: Mocks;
  /** How many of the ten pages found for a question are on one host. */
  readonly pagesOfOneHost: number;
  floor(): Promise<Target>;
  /** With `env` in addition to its settings. */
  service(env?: Readonly<Record<string, string>>, program?: Program): Promise<Target>;
};

/** Consecutive ports of the mocks: settings, three engines, pages, model. */
const MOCK_PORTS = 6;
const PAGES = 10;
const SEARCH_PORT = 1;
const MODEL_PORT = 5;
const START_LIMIT_MS = 10_000;

/** Starts the mock upstreams: Sayso's own, or `mocks.mjs` in a folder that also contains a `floor.mjs`. */
export async function openStage(folder: string | undefined): Promise<Stage> {
  const script = (name: string) =>
    folder === undefined
      ? fileURLToPath(new URL(`${name}.ts`, import.meta.url))
      : join(resolve(folder), `${name}.mjs`);
  const base = await freePortRow(MOCK_PORTS);
  const mocks = connect(base, startChild([script('mocks')], { PORT_BASE: String(base) }));
  return {
    mocks,
    pagesOfOneHost: folder === undefined ? 1 : PAGES,
    floor: () => startFloor(script('floor'), mocks),
    service: (env, program) => startService(mocks, env, program),
  };
}

function connect(base: number, child: Child): Mocks {
  const url = (port: number) => `http://127.0.0.1:${base + port}`;
  return {
    searchUrl: url(SEARCH_PORT),
    modelUrl: `${url(MODEL_PORT)}/v1`,
    async configure(settings) {
      const post = () => fetch(`${url(0)}/config`, { method: 'POST', body: JSON.stringify(settings) });
      const { ok, status } = await untilListening(child, post);
      if (!ok) throw new Error(`The mocks refused their settings with status ${status}.`);
    },
  };
}

/**
 * Calls every few milliseconds until the process listens. Any error other than a refused connection is
 * thrown.
 */
export async function untilListening<T>(child: Child, call: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now();
  while (true) {
    try {
      return await call();
    } catch (error) {
      child.assertRunning();
      if (!isRefused(error) || performance.now() - startedAtMs > START_LIMIT_MS) throw error;
      await sleep(4);
    }
  }
}

function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ECONNREFUSED') || isRefused(error.cause);
}
