import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { targetOf } from '../../bench/structure/tree.ts';

/** A relative path in quotes: an import, or the file of a thread. */
const RELATIVE = /(?<!\bimport type\b[^;]*)'((?:\.{1,2}\/[^'\n]+\.(?:tsx?|js))|@sayso\/[^'\n]+)'/g;

/** The tests of the whole service come before those that load a file by as many imports. */
const WHOLE_SERVICE = 3;

/** The test files that load a source file, nearest first. */
type RelatedTests = (file: string) => readonly string[];

/**
 * Reads the imports of the project once. Tests with a browser or with third-party software are not related to
 * any file.
 */
export function createRelatedTests(root: string): RelatedTests {
  const files = globSync(
    [
      ...['{src,packages,web}/**/*.{ts,tsx}', '{build,bench}/**/*.ts', 'bin/*.js'],
      ...['test/*.test.ts', 'test/support/**/*.ts'],
    ],
    { cwd: root },
  );
  const imports = new Map(files.map((file) => [file, importsOf(root, file)] as const));
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  return (file) => {
    const distances = distancesFrom(file, importers);
    const loading = [...distances.keys()].filter((path) => path.endsWith('.test.ts'));
    // Some programs are only started by their tests, which are named like them.
    const tests = loading.length > 0 ? loading : files.filter((path) => isNamedLike(path, file));
    const cost = new Map(tests.map((test) => [test, distancesFrom(test, imports).size]));
    const rank = (test: string) => [
      startsLike(test, file) ? 0 : isBeside(test, file) || likeness(test, file) === 1 ? 1 : 2,
      /^(?:src|packages|web)\//.test(test) ? (distances.get(test) ?? 0) : WHOLE_SERVICE,
      -likeness(test, file),
      // Of the tests next to the code, the smallest is the quickest; of the tests for the whole service, the
      // longest checks most.
      /^(?:src|packages|web)\//.test(test) ? (cost.get(test) ?? 0) : -statSync(join(root, test)).size,
    ];
    return tests.sort((a, b) => compare(rank(a), rank(b)));
  };
}

function importsOf(root: string, file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (text.includes("from 'playwright-core'")) return [];
  return [...text.matchAll(RELATIVE)].map((match) => targetOf(match[1] ?? '', file));
}

/** How many imports lead from a file to each other one. */
function distancesFrom(
  file: string,
  edges: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) {
    for (const next of edges.get(path) ?? []) if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return distances;
}

/** `answer.test.ts` and `answer-cut.test.ts` are about `answer.ts`. */
function startsLike(test: string, file: string): boolean {
  return isBeside(test, file) && basename(test).startsWith(basename(file, '.ts'));
}

function isNamedLike(path: string, file: string): boolean {
  return path.endsWith('.test.ts') && likeness(path, file) === 1;
}

/** Tests in the folder of a file are about it, even those that start the whole service. */
function isBeside(test: string, file: string): boolean {
  return dirname(test) === dirname(file);
}

/**
 * The share of the words in a test's name that are in the path of a file: `test/search-apis.test.ts` is about
 * the files in a folder `search-apis`, however it imports them.
 */
function likeness(test: string, file: string): number {
  const words = file.replace(/\.\w+$/, '').split(/[/-]/);
  const named = basename(test, '.test.ts').split('-');
  return (
    named.filter((word) => words.some((known) => known === word || `${known}s` === word)).length /
    named.length
  );
}

function compare(a: readonly number[], b: readonly number[]): number {
  const different = a.findIndex((value, index) => value !== b[index]);
  return different < 0 ? 0 : (a[different] ?? 0) - (b[different] ?? 0);
}
