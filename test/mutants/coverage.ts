import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killGroup } from './kill-group.ts';

/**
 * The code of each source file that a test file ran: ranges of characters, and the content of the file at
 * that time. Its own content is recorded under its own name.
 */
type Coverage = Readonly<
  Record<string, { readonly hash: string; readonly ran: readonly (readonly [number, number])[] }>
>;
/** The data that V8 writes about one process or thread. */
type Profile = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly {
        readonly startOffset: number;
        readonly endOffset: number;
        readonly count: number;
      }[];
    }[];
  }[];
};

const STORE = join(tmpdir(), 'mutants-coverage');
const KEEP_VARIABLES = new URL('./keep-variables.ts', import.meta.url).href;

/** Whether a test file runs a place of a source file. A file of tests is run once and remembered. */
export function createRuns(root: string, timeoutMs: number) {
  const known = new Map<string, Coverage>();
  const measured = new Set<string>();
  return (test: string, file: string, place: number): boolean => {
    const stored = known.get(test) ?? readStored(test);
    const isSame = (path: string) => stored?.[path]?.hash === hashOf(join(root, path));
    const isCurrent = stored !== null && isSame(test) && (stored[file] === undefined || isSame(file));
    const coverage = isCurrent || measured.has(test) ? stored : measure(test, { root, timeoutMs });
    if (!isCurrent) measured.add(test);
    if (coverage === null) return false;
    known.set(test, coverage);
    // The end of a range is included: the part before `?.` runs even if the rest, which begins at that end,
    // does not.
    return coverage[file]?.ran.some(([from, to]) => from <= place && place <= to) ?? false;
  };
}

function readStored(test: string): Coverage | null {
  const file = storeOf(test);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Coverage) : null;
}

function measure(test: string, { root, timeoutMs }: { root: string; timeoutMs: number }): Coverage {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-profile-'));
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const options = {
    cwd: root,
    // Not in the types of `spawnSync`, which passes it on like `spawn`.
    detached: true,
    env: { ...inherited, NODE_V8_COVERAGE: folder, NODE_OPTIONS: `--import=${KEEP_VARIABLES}` },
    stdio: 'ignore',
    timeout: timeoutMs,
    // A test that hangs in a loop would never handle another signal.
    killSignal: 'SIGKILL',
  } as const;
  const { pid, status } = spawnSync(process.execPath, ['--test-reporter=tap', test], options);
  killGroup(pid);
  const ran = new Map<string, Uint8Array>();
  for (const name of globSync('*.json', { cwd: folder })) {
    const profile = profileIn(readFileSync(join(folder, name), 'utf8'));
    if (profile !== null) addProfile(ran, profile, root);
  }
  rmSync(folder, { recursive: true });
  const coverage: Coverage = Object.fromEntries(
    [[test, new Uint8Array()] as const, ...ran].map(([file, marks]) => [
      file,
      { hash: hashOf(join(root, file)), ran: rangesOf(marks) },
    ]),
  );
  mkdirSync(STORE, { recursive: true });
  // A test that fails may have run less than usual.
  if (status === 0) writeFileSync(storeOf(test), JSON.stringify(coverage));
  return coverage;
}

/** Null for the profile of a process that was killed while it wrote it. */
function profileIn(text: string): Profile | null {
  try {
    return JSON.parse(text) as Profile;
  } catch {
    return null;
  }
}

function addProfile(ran: Map<string, Uint8Array>, { result }: Profile, root: string): void {
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    if (!/^(?:packages|src|web)\//.test(file) || file.endsWith('.test.ts')) continue;
    const length = Math.max(...functions.map(({ ranges }) => ranges[0]?.endOffset ?? 0));
    const marks = new Uint8Array(length);
    // An inner range comes after the range around it, and the count of the inner range applies.
    for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
      marks.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    }
    const earlier = ran.get(file);
    ran.set(file, earlier === undefined ? marks : marks.map((mark, at) => mark | (earlier[at] ?? 0)));
  }
}

function rangesOf(marks: Uint8Array): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (let from = marks.indexOf(1); from >= 0; ) {
    const end = marks.indexOf(0, from);
    const to = end < 0 ? marks.length : end;
    ranges.push([from, to]);
    from = marks.indexOf(1, to);
  }
  return ranges;
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('base64url');
}

function storeOf(test: string): string {
  return join(STORE, `${test.replaceAll('/', '+')}.json`);
}
