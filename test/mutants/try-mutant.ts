import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Mutant } from './find-mutants.ts';
import { killGroup } from './kill-group.ts';

/** The result of the tests for a mutant, and the test file that decided it. */
export type Outcome =
  | { readonly kind: 'killed' | 'timeout'; readonly by: string }
  | { readonly kind: 'survived'; readonly tried: number };
/** Where and how long tests run. */
export type Trial = { readonly root: string; readonly timeoutMs: number };

type Ending = 'passed' | 'failed' | 'timeout';

/** Stripping the types of every module again for each test file would be a third of the work. */
const COMPILE_CACHE = join(tmpdir(), 'mutants-compile-cache');
const hooks = ['./keep-variables.ts', './load-mutant.ts'].map(
  (file) => `--import=${new URL(file, import.meta.url).href}`,
);
/**
 * How long test files take without a mutant, in milliseconds; infinite for test files that fail, because
 * their results mean nothing.
 */
const usualMs = new Map<string, Promise<number>>();
/** A test file hangs because of a mutant only if it usually needs less than this share of the time limit. */
const QUICK_SHARE = 1 / 4;
/**
 * The factor by which a test file may take longer with a mutant than usual, and the minimum time that it
 * gets.
 */
const PATIENCE = 8;
const SHORTEST_LIMIT_MS = 8000;
let counter = 0;

/**
 * Runs test files with a mutant, one after the other, until one fails. A file that fails even without the
 * mutant does not count.
 */
export async function tryMutant(mutant: Mutant, tests: Iterable<string>, trial: Trial): Promise<Outcome> {
  const file = join(tmpdir(), `mutant-${process.pid}-${counter++}.mjs`);
  writeFileSync(file, mutant.source);
  try {
    const variables = { MUTANT_URL: pathToFileURL(join(trial.root, mutant.file)).href, MUTANT_FILE: file };
    let tried = 0;
    for (const test of tests) {
      tried++;
      const usual = await usualTime(test, trial);
      if (usual === Number.POSITIVE_INFINITY) continue;
      const timeoutMs = Math.min(trial.timeoutMs, Math.max(SHORTEST_LIMIT_MS, usual * PATIENCE));
      const ending = await runTest(test, variables, { ...trial, timeoutMs });
      if (ending === 'failed') return { kind: 'killed', by: test };
      // Measured now, under the present load: a slow machine must not be mistaken for a mutant that hangs.
      if (ending === 'timeout' && (await measure(test, trial)) < timeoutMs * QUICK_SHARE)
        return { kind: 'timeout', by: test };
    }
    return { kind: 'survived', tried };
  } finally {
    rmSync(file);
  }
}

/** The test files run so far that fail, or take too long, without a mutant. */
export async function unsoundTests(): Promise<readonly string[]> {
  const run = await Promise.all(
    [...usualMs].map(async ([test, ms]) => ((await ms) < Number.POSITIVE_INFINITY ? [] : [test])),
  );
  return run.flat();
}

function usualTime(test: string, trial: Trial): Promise<number> {
  // A test that failed once may have failed because of the load.
  const known =
    usualMs.get(test) ?? measure(test, trial).then((ms) => (ms < Infinity ? ms : measure(test, trial)));
  usualMs.set(test, known);
  return known;
}

async function measure(test: string, trial: Trial): Promise<number> {
  const startedAtMs = performance.now();
  const ending = await runTest(test, {}, trial);
  return ending === 'passed' ? performance.now() - startedAtMs : Number.POSITIVE_INFINITY;
}

/** Ends at the first test that fails, together with all processes that the test file has started. */
function runTest(test: string, variables: NodeJS.ProcessEnv, { root, timeoutMs }: Trial): Promise<Ending> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--test-reporter=tap', test], {
    cwd: root,
    detached: true,
    env: {
      ...inherited,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...variables,
      NODE_OPTIONS: ['--disable-warning=ExperimentalWarning', ...hooks].join(' '),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    let output = '';
    const end = (ending: Ending) => {
      clearTimeout(timer);
      if (child.pid !== undefined) killGroup(child.pid);
      resolve(ending);
    };
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
      if (/^ *not ok .*\n/m.test(output)) end('failed');
    });
    child.on('exit', (code) => end(code === 0 ? 'passed' : 'failed'));
  });
}

/** The root of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
