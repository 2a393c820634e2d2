import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circlesOfFiles, circlesOfFolders } from './circles.ts';
import { privateImports, upwardImports } from './layers.ts';
import { countLines, readTree, type SourceFile } from './tree.ts';

/** A figure about the code, with the things that it counts. Less is better. */
export type StructureFigure = {
  readonly name: string;
  readonly about: string;
  readonly now: number;
  readonly goal: number;
  readonly list: readonly string[];
};

/** The figures that come from the files alone. */
export function countTree(root: string): readonly StructureFigure[] {
  const tree = readTree(root);
  const source = tree.filter(({ path }) => /^(?:src|packages)\//.test(path));
  const service = source.filter(({ path }) => path.startsWith('src/'));
  const arrows = [
    ...circlesOfFiles(tree).map((circle) => circle.join(', ')),
    ...circlesOfFolders(tree).map((circle) => circle.join(', ')),
    ...upwardImports(tree),
    ...privateImports(tree),
  ];
  const lines = (patterns: readonly string[]) => linesOf(root, patterns);
  return [
    sum('lines', 'lines of src and packages without tests', 50_000, sized(source)),
    sum('service-lines', 'lines of src', 31_000, sized(service)),
    sum('json', 'lines of JSON beside them', 6_000, lines(['{src,packages}/**/!(package).json'])),
    list(
      'files',
      'files of src and packages without tests',
      450,
      source.map(({ path }) => path),
    ),
    list('settings', 'settings', 60, settingsIn(root)),
    list('scripts', 'scripts in package.json', 30, scriptsIn(root)),
    list('exported-types', 'exported types', 450, matches(source, /^export (?:type|interface) (\w+)/gm)),
    list('creators', '`create` functions with one call site', 40, calledOnce(source)),
    sum(
      'test-lines',
      'lines of tests',
      55_000,
      lines(['{src,packages,web,build}/**/*.test.{ts,tsx}', 'test/**/*.ts']),
    ),
    sum('bench-lines', 'lines of benches', 7_000, lines(['{bench,packages/*/bench}/**/*.ts'])),
    sum('words', 'words of documents', 40_000, wordsOf(root)),
    list('arrows', 'circles, imports upward, imports past an index', 0, arrows),
  ];
}

type Sized = { readonly path: string; readonly size: number };

function list(name: string, about: string, goal: number, found: readonly string[]): StructureFigure {
  return { name, about, goal, now: found.length, list: found };
}

function sum(name: string, about: string, goal: number, parts: readonly Sized[]): StructureFigure {
  const now = parts.reduce((total, { size }) => total + size, 0);
  const largest = parts.toSorted((a, b) => b.size - a.size);
  return { name, about, goal, now, list: largest.map(({ path, size }) => `${size} ${path}`) };
}

const sized = (files: readonly SourceFile[]) =>
  files.map(({ path, text }) => ({ path, size: countLines(text) }));

function filesOf(root: string, patterns: readonly string[]): readonly string[] {
  return globSync([...patterns], { cwd: root }).filter((path) => !path.includes('node_modules'));
}

function linesOf(root: string, patterns: readonly string[]): readonly Sized[] {
  return filesOf(root, patterns).map((path) => ({
    path,
    size: countLines(readFileSync(join(root, path), 'utf8')),
  }));
}

/** Documents for people: every Markdown file of the project, without the pages that only tests read. */
function wordsOf(root: string): readonly Sized[] {
  const patterns = ['*.md', '{docs,deploy,examples,packages,src,.github}/**/*.md'];
  return filesOf(root, patterns).map((path) => ({
    path,
    size: readFileSync(join(root, path), 'utf8').split(/\s+/).filter(Boolean).length,
  }));
}

function settingsIn(root: string): readonly string[] {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  return [...new Set([...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name))];
}

function scriptsIn(root: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  return Object.keys(scripts);
}

function matches(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name]) => `${name} ${path}`));
}

function calledOnce(files: readonly SourceFile[]): readonly string[] {
  const all = files.map(({ text }) => text).join('\n');
  const calls = new Map<string, number>();
  for (const [, name = ''] of all.matchAll(/(?<!function )\b(create[A-Z]\w*)\(/g))
    calls.set(name, (calls.get(name) ?? 0) + 1);
  return matches(files, /^export (?:async )?function (create[A-Z]\w*)/gm).filter(
    (found) => calls.get(found.split(' ')[0] ?? '') === 1,
  );
}
