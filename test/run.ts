// Runs the tests: `npm test [-- FILE-OR-FOLDER...] [--near FILE] [--all] [--shard 1/3] [--slowest]`. Their processes see
// nothing of the machine but what they make: `isolatedEnvironment` says what.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isolatedEnvironment } from './support/isolated-environment.ts';
import { createRelatedTests } from './support/related-tests.ts';

const ROOT = join(import.meta.dirname, '..');
/** What every change can break; `--all` adds what takes long and rarely breaks. */
const USUAL = ['{src,web,build,packages}/**/*.test.ts', 'test/*.test.ts'];
const SLOW = ['test/{slow,faults}/*.test.ts'];
const NOT_OURS = ['**/node_modules/**'];
/** Most tests wait for a server or a browser, so more than twice as many processes as two cores. */
const CONCURRENCY = 5;
const TEST_TIMEOUT_MS = 180_000;
/** Nearest first; about as many as run in twenty seconds. */
const MAX_NEAR = { beside: 16, elsewhere: 2 };
/** Processes for the files of the whole service, of the page and beside the code: each loads all of it once. */
const PROCESSES = { service: 5, page: 4, code: 4 };
const BROWSER_ATTEMPTS = 3;
const USES_BROWSER = /launchBrowser|setStage|browser\.ts'/;
/** With it, unchanged files are not checked again. */
const TYPES_OF_LAST_RUN = join('node_modules', '.cache', 'types.tsbuildinfo');
/** A file that replaces a clock, or counts what is left over, says so in a comment. */
const ALONE = /^\/\/ Runs in a process of its own/m;

type Group = { readonly name: string; readonly files: readonly string[] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    near: { type: 'string' },
    shard: { type: 'string' },
    slowest: { type: 'boolean', default: false },
  },
});
process.exit(await main());

async function main(): Promise<number> {
  const files = chosenFiles();
  if (files.length === 0) {
    process.stderr.write('No test is known for that. `npm test` runs all of them.\n');
    return 1;
  }
  const isWhole = positionals.length === 0 && values.near === undefined;
  if (files.some((file) => file.startsWith('test/')) && !build()) return 1;
  const folder = mkdtempSync(join(tmpdir(), 'sayso-tests-'));
  // PostgreSQL does not run as root, and must get to its own folder below.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const check = isWhole ? startCheck().catch((error: unknown) => `${error}`) : null;
  const environment = isolatedEnvironment(folder);
  const browser = files.some(usesBrowser) ? await startBrowser(environment) : null;
  const paths = groupsOf(files).map((group, at) => writeGroup(group, at, folder));
  const tests = spawn(process.execPath, [...runnerArgs(), ...paths], {
    cwd: ROOT,
    env: { ...environment, ...(browser !== null && { TEST_BROWSER: browser.address }) },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
  const [code, signal] = await once(tests, 'exit');
  await browser?.close();
  const problems = (await check) ?? '';
  if (problems !== '') process.stderr.write(`\n${problems}\nThe types or the lint have faults: see above.\n`);
  const status = code ?? 128 + constants.signals[signal as NodeJS.Signals];
  return problems === '' ? status : status || 1;
}

function chosenFiles(): readonly string[] {
  if (values.near !== undefined) return nearTo(relative(ROOT, resolve(values.near)));
  if (positionals.length === 0) return filesOf(values.all ? [...USUAL, ...SLOW] : USUAL);
  return filesOf(
    positionals.map((path) => {
      const own = relative(ROOT, resolve(path));
      return statSync(resolve(path), { throwIfNoEntry: false })?.isDirectory() ? `${own}/**/*.test.ts` : own;
    }),
  );
}

function filesOf(patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: ROOT, exclude: NOT_OURS }).sort();
}

/** The tests beside a file, and a few of the whole service that load it. */
function nearTo(file: string): readonly string[] {
  if (!existsSync(join(ROOT, file))) throw new Error(`There is no ${file}.`);
  if (file.endsWith('.test.ts')) return [file];
  const related = createRelatedTests(ROOT)(file);
  const beside = related.filter((path) => !path.startsWith('test/'));
  const elsewhere = related.filter((path) => path.startsWith('test/'));
  return [...beside.slice(0, MAX_NEAR.beside), ...elsewhere.slice(0, MAX_NEAR.elsewhere)];
}

/** Brings `dist/` up to date, which takes no time if it is. */
function build(): boolean {
  return spawnSync(process.execPath, ['build/build.ts'], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** Checks types and style beside the tests; resolves with the complaints. */
async function startCheck(): Promise<string> {
  const commands = [
    [
      'typescript/bin/tsc',
      '--noEmit',
      '--pretty',
      'false',
      '--incremental',
      '--tsBuildInfoFile',
      TYPES_OF_LAST_RUN,
    ],
    ['@biomejs/biome/bin/biome', 'ci', '.'],
  ];
  const printed = await Promise.all(
    commands.map(async ([program = '', ...args]) => {
      const child: ChildProcess = spawn(process.execPath, [join('node_modules', program), ...args], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [[code], ...output] = await Promise.all([
        once(child, 'exit'),
        ...[child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))),
      ]);
      return code === 0 ? '' : output.join('') || `${program} ended with ${code}.`;
    }),
  );
  return printed.join('');
}

function usesBrowser(file: string): boolean {
  return file.startsWith('test/') && USES_BROWSER.test(readFileSync(join(ROOT, file), 'utf8'));
}

/**
 * One browser for all tests; each has its own context in it. Null if it does not start: then each file tries by itself,
 * and says why it cannot.
 */
async function startBrowser(environment: NodeJS.ProcessEnv) {
  // Its profile is made there.
  process.env.TMPDIR = environment.TMPDIR;
  const { launchSharedBrowser } = await import('./support/browser.ts');
  for (let attempt = 1; attempt <= BROWSER_ATTEMPTS; attempt++) {
    try {
      return await launchSharedBrowser(environment);
    } catch (error) {
      process.stderr.write(`The browser did not start (attempt ${attempt}): ${error}\n`);
    }
  }
  return null;
}

/**
 * The files that run in one process, one after the other: to start a process and to load the service takes longer than
 * most files. Node starts the processes in the order of their names: what takes longest begins first, and what needs the
 * browser takes turns with what does not.
 */
function groupsOf(files: readonly string[]): readonly Group[] {
  const groups = new Map<string, string[]>();
  const counts = { service: 0, page: 0, code: 0 };
  for (const file of files) {
    const name = nameOfGroup(file, (kind) => counts[kind]++ % PROCESSES[kind]);
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return [...groups].map(([name, own]) => ({ name, files: own }));
}

function nameOfGroup(file: string, turn: (kind: keyof typeof PROCESSES) => number): string {
  const place = file.startsWith('test/') ? 1 : 2;
  const isAlone = ALONE.test(readFileSync(join(ROOT, file), 'utf8')) || /^test\/.*\//.test(file);
  if (isAlone) return `${place}-${file.replaceAll('/', '-').replace('.test.ts', '')}`;
  const kind = place === 2 ? 'code' : usesBrowser(file) ? 'page' : 'service';
  return `${place}-${turn(kind)}-${kind}`;
}

/** Writes the file that a process runs; the process has its own temporary folder and home. */
function writeGroup({ name, files }: Group, at: number, folder: string): string {
  const own = join(folder, `${at}`);
  for (const each of ['tmp', 'home']) mkdirSync(join(own, each), { recursive: true });
  const suites = files.map((file) => {
    const url = pathToFileURL(join(ROOT, file)).href;
    return `describe(${JSON.stringify(file)}, () => import(${JSON.stringify(url)}));`;
  });
  const path = join(folder, `${name}.test.mjs`);
  writeFileSync(
    path,
    [
      `import { describe } from 'node:test';`,
      `process.env.TMPDIR = ${JSON.stringify(join(own, 'tmp'))};`,
      `process.env.HOME = ${JSON.stringify(join(own, 'home'))};`,
      ...suites,
    ].join('\n'),
  );
  return path;
}

function runnerArgs(): readonly string[] {
  const slowest = pathToFileURL(join(ROOT, 'test', 'support', 'slowest-files.ts')).href;
  return [
    `--import=${pathToFileURL(join(ROOT, 'test', 'support', 'ends-by-itself.ts')).href}`,
    '--test',
    `--test-concurrency=${CONCURRENCY}`,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    ...(values.shard === undefined ? [] : [`--test-shard=${values.shard}`]),
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    ...(values.slowest ? [`--test-reporter=${slowest}`, '--test-reporter-destination=stderr'] : []),
  ];
}
