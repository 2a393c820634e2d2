import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderSizes } from './budgets.ts';
import { circlesOfFiles, circlesOfFolders, importsWithin } from './circles.ts';
import { type CountedFunction, functionsOf } from './functions.ts';
import { compositionRoot, privateImports, upwardImports } from './layers.ts';
import { longLinesOf } from './long-lines.ts';
import { oldWords } from './old-words.ts';
import { countLines, readTree, type SourceFile } from './tree.ts';
import { repeatedTypeNames } from './type-names.ts';

/** A figure about the code, with the things that it counts. Less is better. */
export type StructureFigure = {
  readonly name: string;
  readonly about: string;
  readonly now: number;
  /** Absent if the figure only adds to another one. */
  readonly goal?: number;
  readonly unit?: string;
  readonly list: readonly string[];
};

const MAX_FUNCTION_LINES = 50;
const MAX_PARAMETERS = 3;

/** The figures that come from the files alone. */
export function countTree(root: string): readonly StructureFigure[] {
  const files = readTree(root);
  const source = files.filter(({ path }) => path.startsWith('src/'));
  return [
    ...countSize(source),
    countData(root),
    ...countImports(files, source),
    ...countFunctions(source.flatMap(functionsOf)),
    ...countTypes(files),
    ...countLongLines(root),
    ...countRoot(source),
    ...countWords(source),
  ];
}

function countSize(source: readonly SourceFile[]): readonly StructureFigure[] {
  const sized = source.map(({ path, text }) => ({ path, lines: countLines(text) }));
  const list = sized.sort((a, b) => b.lines - a.lines).map(({ path, lines }) => `${lines} ${path}`);
  const lines = sized.reduce((sum, file) => sum + file.lines, 0);
  const service = sized.filter(({ path }) => !path.startsWith('src/lib/'));
  const folders = folderSizes(source).map(({ folder, lines, budget }) => `${lines} of ${budget} ${folder}`);
  return [
    { name: 'lines', about: 'lines of src without tests', now: lines, goal: 46_000, list: folders },
    {
      name: 'service-lines',
      about: 'lines of the service, without src/lib',
      now: service.reduce((sum, file) => sum + file.lines, 0),
      goal: 29_000,
      list: service.map(({ path, lines }) => `${lines} ${path}`),
    },
    { name: 'files', about: 'files of src without tests', now: sized.length, list },
  ];
}

/** Tables of words and units, which are data and not code. */
function countData(root: string): StructureFigure {
  const sized = globSync('src/**/*.json', { cwd: root }).map((path) => ({
    path,
    lines: countLines(readFileSync(join(root, path), 'utf8')),
  }));
  const list = sized.sort((a, b) => b.lines - a.lines).map(({ path, lines }) => `${lines} ${path}`);
  const now = sized.reduce((sum, { lines }) => sum + lines, 0);
  return { name: 'data-lines', about: 'lines of data in src, in JSON', now, list };
}

function countImports(
  files: readonly SourceFile[],
  source: readonly SourceFile[],
): readonly StructureFigure[] {
  const circles = circlesOfFiles(files).map((circle) => circle.join(', '));
  const folderCircles = circlesOfFolders(files);
  const upward = upwardImports(files);
  const hidden = privateImports(files);
  const importers = Map.groupBy(
    source.flatMap(({ path, imports }) => [...new Set(imports)].map((target) => ({ path, target }))),
    ({ target }) => target,
  );
  const single = source.flatMap(({ path }) => {
    const [importer, second] = importers.get(path) ?? [];
    return importer === undefined || second !== undefined ? [] : [`${path} <- ${importer.path}`];
  });
  return [
    { name: 'circles', about: 'circles of files', now: circles.length, goal: 0, list: circles },
    {
      name: 'folder-circles',
      about: 'circles of folders',
      now: folderCircles.length,
      goal: 0,
      list: folderCircles.flatMap((circle) => [circle.join(', '), ...importsWithin(files, circle)]),
    },
    { name: 'upward', about: 'imports against the layers', now: upward.length, goal: 0, list: upward },
    {
      name: 'private',
      about: 'imports of a private file of a library',
      now: hidden.length,
      goal: 0,
      list: hidden,
    },
    {
      name: 'one-importer',
      about: 'files of src imported by only one file',
      now: (100 * single.length) / source.length,
      goal: 45,
      unit: ' %',
      list: single,
    },
  ];
}

function countFunctions(functions: readonly CountedFunction[]): readonly StructureFigure[] {
  const show = ({ file, line, name, lines, parameters }: CountedFunction) =>
    `${file}:${line} ${name}: ${lines} lines, ${parameters} parameters`;
  const long = functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES);
  const wide = functions.filter(({ parameters }) => parameters > MAX_PARAMETERS);
  return [
    {
      name: 'long-functions',
      about: `functions over ${MAX_FUNCTION_LINES} lines`,
      now: long.length,
      goal: 5,
      list: long.map(show),
    },
    {
      name: 'parameters',
      about: `functions with more than ${MAX_PARAMETERS} positional parameters`,
      now: (100 * wide.length) / functions.length,
      goal: 1,
      unit: ' %',
      list: wide.map(show),
    },
  ];
}

function countTypes(files: readonly SourceFile[]): readonly StructureFigure[] {
  const names = repeatedTypeNames(files);
  const toList = (wanted: boolean) =>
    names
      .filter(({ isExported }) => isExported === wanted)
      .map(({ name, files }) => `${name}: ${files.join(', ')}`);
  const [exported, local] = [toList(true), toList(false)];
  return [
    {
      name: 'exported-types',
      about: 'exported type names declared more than once',
      now: exported.length,
      goal: 0,
      list: exported,
    },
    {
      name: 'local-types',
      about: 'type names declared more than once, never exported',
      now: local.length,
      goal: 8,
      list: local,
    },
  ];
}

function countLongLines(root: string): readonly StructureFigure[] {
  const long = longLinesOf(root);
  const show = ({ path, line, columns }: (typeof long)[number]) => `${path}:${line} ${columns}`;
  const total = {
    name: 'long-lines',
    about: 'lines of code over 110 columns',
    now: long.length,
    goal: 0,
    list: long.map(show),
  };
  const byFolder = Map.groupBy(long, ({ path }) => path.split('/')[0] ?? '');
  const parts = [...byFolder].map(([folder, lines]) => ({
    name: `long-lines-${folder}`,
    about: `of these in ${folder}`,
    now: lines.length,
    list: lines.map(show),
  }));
  return [total, ...parts];
}

function countRoot(source: readonly SourceFile[]): readonly StructureFigure[] {
  const rootFiles = compositionRoot(source).map(({ path, text }) => ({ path, lines: countLines(text) }));
  const list = rootFiles.map(({ path, lines }) => `${lines} ${path}`);
  const lines = rootFiles.reduce((sum, file) => sum + file.lines, 0);
  return [
    { name: 'root-files', about: 'files of the composition root', now: rootFiles.length, goal: 3, list },
    { name: 'root-lines', about: 'lines of the composition root', now: lines, goal: 450, list },
  ];
}

/** A literal that is spread only to pack several fields on a line. */
const PACKED = /\.\.\.\{ /g;

function countWords(source: readonly SourceFile[]): readonly StructureFigure[] {
  const words = oldWords(source);
  const packed = source.flatMap(({ path, text }) => [...text.matchAll(PACKED)].map(() => path));
  return [
    {
      name: 'old-words',
      about: 'exported names in words of our own',
      now: words.length,
      goal: 0,
      list: words,
    },
    {
      name: 'packed',
      about: 'object literals spread to pack a line',
      now: packed.length,
      goal: 0,
      list: packed,
    },
  ];
}
