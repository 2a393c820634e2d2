import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** The built page depends on the versions of its packages as well as on its sources. */
const LOCK = 'package-lock.json';
const IMPORT = /\bfrom '(\.[^']+)'/g;

/** The inputs and outputs of a build: a hash of its sources, and one of each built file. */
type Stamp = { readonly sources: string; readonly files: Readonly<Record<string, string>> };

/**
 * Whether the page in `folder` is up to date: its sources, the lock file and the Node version have not
 * changed since the build, and every built file is unchanged. False if no build is recorded.
 */
export function isFresh(folder: string): boolean {
  const before = readStamp(folder);
  if (before === null || before.sources !== hashSources()) return false;
  const now = hashFiles(folder);
  return JSON.stringify(now) === JSON.stringify(before.files);
}

/** Records that the page in `folder` was built from sources whose hash is `sources`. */
export function recordFresh(folder: string, sources: string): void {
  const stamp: Stamp = { sources, files: hashFiles(folder) };
  writeFileSync(stampOf(folder), JSON.stringify(stamp));
}

/** Removes the record for `folder`, so that a failed build does not count as up to date. */
export function forgetFresh(folder: string): void {
  rmSync(stampOf(folder), { force: true });
}

/**
 * A hash of all inputs of the page's build. Computed before a build, so that changes made meanwhile cause
 * another build.
 */
export function hashSources(): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of [LOCK, ...pageSources()])
    hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

/** The files of `web/`, and those of `src/` that they import, by their path from the root. */
export function pageSources(): readonly string[] {
  const all = globSync('web/**/*.*', { cwd: ROOT }).filter((path) => !/\.test\.tsx?$/.test(path));
  const found = new Set(all);
  // Iterating over a set also yields elements that are added meanwhile.
  for (const path of found) for (const imported of importsOf(path)) found.add(imported);
  return [...found].sort();
}

function importsOf(path: string): readonly string[] {
  if (!/\.tsx?$/.test(path)) return [];
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => join(dirname(path), match[1] ?? ''));
}

function hashFiles(folder: string): Readonly<Record<string, string>> {
  const names = globSync('*.*', { cwd: folder }).sort();
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(names.map((name) => [name, hash(name)]));
}

function readStamp(folder: string): Stamp | null {
  try {
    return JSON.parse(readFileSync(stampOf(folder), 'utf8')) as Stamp;
  } catch {
    return null;
  }
}

/** The record is next to the folder, because everything in the folder is served. */
function stampOf(folder: string): string {
  return `${folder}.json`;
}
