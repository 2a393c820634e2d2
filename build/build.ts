import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCurrent, stampOf } from '../bin/program.js';
import { pageSources } from '../web/build/freshness.ts';
import { updatePage } from '../web/build.ts';
import { bundleLibraries, bundleServer, type Inputs } from './bundle.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
/** Every build depends on these, too: the packages' versions and the build itself. */
const ALWAYS = ['package-lock.json', 'tsconfig.json', ...globSync('build/*.*', { cwd: ROOT })];

/**
 * Builds what is out of date in `dist/`: the page and the command, and unless `npm start` waits for it, the
 * entry points for other programs with their declarations.
 */
async function buildAll(): Promise<void> {
  const isQuiet = process.argv.includes('--quiet');
  await updatePage(isQuiet ? 'quiet' : 'report');
  record('page', [...pageSources(), 'dist/web/index.html', ...ALWAYS], Date.now());
  await update('server', bundleServer);
  if (!isQuiet) await update('lib', buildLibraries);
}

async function update(name: string, build: () => Promise<Inputs>): Promise<void> {
  if (isCurrent(ROOT, name)) return;
  const startedAtMs = Date.now();
  const inputs = await build();
  record(name, [...inputs.filter((path) => !path.startsWith('node_modules/')), ...ALWAYS], startedAtMs);
}

/** Records the inputs of a build, unless one was changed while it ran. */
function record(name: string, inputs: Inputs, startedAtMs: number): void {
  const stamps = Object.fromEntries(inputs.map((path) => [path, stampOf(join(ROOT, path))]));
  const isChanged = Object.values(stamps).some((stamp) => Number.parseFloat(stamp) > startedAtMs);
  const file = join(DIST, `${name}.built.json`);
  if (isChanged) rmSync(file, { force: true });
  else writeFileSync(file, JSON.stringify(stamps));
}

async function buildLibraries(): Promise<Inputs> {
  const inputs = await bundleLibraries();
  writeDeclarations();
  return inputs;
}

/**
 * Writes the types of the libraries, which import nothing from the service. The compiler also checks that all
 * code behind them uses only what Node 20 has. Without the compiler, nothing is written.
 */
function writeDeclarations(): void {
  const compiler = compilerPath();
  if (compiler === null) return;
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(ROOT, 'build')], { stdio: 'inherit' });
  const all = join(DIST, 'declarations');
  if (status === 0) for (const path of declarationsIn(all)) writeDeclaration(all, path);
  rmSync(all, { recursive: true, force: true });
  if (status !== 0) throw new Error('The declarations of the entry points could not be made.');
}

/** The declarations of the entry points and all that they import; the compiler writes those of all code. */
function declarationsIn(folder: string): ReadonlySet<string> {
  const found = new Set(globSync('*/index.d.ts', { cwd: folder }));
  for (const path of found) {
    const text = withRelativeImports(readFileSync(join(folder, path), 'utf8'));
    for (const [, name] of text.matchAll(/\bfrom '(\.[^']+)\.ts'/g))
      found.add(join(dirname(path), `${name}.d.ts`));
  }
  return found;
}

function writeDeclaration(folder: string, path: string): void {
  const target = join(DIST, 'lib', path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, withRelativeImports(readFileSync(join(folder, path), 'utf8')));
}

/** Whoever installs Sayso has no package `@sayso/text`: its declarations are in the folder beside. */
function withRelativeImports(declaration: string): string {
  return declaration
    .replace(/'@sayso\/(\w+)'/g, "'../$1/index.ts'")
    .replace(/'@sayso\/(\w+\/[^']+)'/g, "'../$1'");
}

function compilerPath(): string | null {
  const path = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  return existsSync(path) ? path : null;
}

await buildAll();
