import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { type Change, operators } from './operators.ts';
import { parseSource, placesIn } from './syntax.ts';
import { createIsWordsOnly } from './words-only.ts';

/** A source file with one change. */
export type Mutant = {
  /** The path of the file, relative to the root of the project. */
  readonly file: string;
  readonly folder: string;
  readonly line: number;
  /** The beginning of the change, in UTF-16 code units from the start of the file. */
  readonly start: number;
  readonly operator: string;
  /** The text before and after, for the report. */
  readonly was: string;
  readonly is: string;
  /** The whole JavaScript of the changed module. */
  readonly source: string;
};

/** The name for the files that are directly in `src`. */
export const ROOT_FILES = 'src';

/** The TypeScript files of a folder of `src`, or those directly in it, without their tests. */
export function sourceFilesIn(root: string, folder: string): readonly string[] {
  return globSync(patternOf(folder), { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
}

function patternOf(folder: string): string {
  if (folder === ROOT_FILES) return 'src/*.ts';
  return folder === 'packages' ? 'packages/**/*.ts' : `src/${folder}/**/*.ts`;
}

/** Every mutant of a file. Types are replaced by spaces first, so that only code that runs is changed. */
export function mutantsOf(root: string, file: string): readonly Mutant[] {
  return mutantsIn(file, readFileSync(join(root, file), 'utf8'));
}

/** Every mutant of a TypeScript source; `file` determines its folder. */
function mutantsIn(file: string, typed: string): readonly Mutant[] {
  const source = stripTypeScriptTypes(typed);
  const tree = parseSource(source);
  if (tree === null) throw new Error(`${file} cannot be parsed`);
  const found: Mutant[] = [];
  for (const place of placesIn(tree, createIsWordsOnly(source))) {
    for (const [operator, changesAt] of Object.entries(operators)) {
      for (const change of changesAt(place, source)) {
        const mutant = toMutant(file, source, { operator, change });
        if (mutant !== null) found.push(mutant);
      }
    }
  }
  return found;
}

function toMutant(
  file: string,
  source: string,
  { operator, change }: { operator: string; change: Change },
): Mutant | null {
  const { start, end, text } = change;
  const changed = source.slice(0, start) + text + source.slice(end);
  const was = source.slice(start, end);
  if (was === text || parseSource(changed) === null) return null;
  const lines = source.slice(0, start).split('\n');
  return {
    file,
    folder: folderOf(file),
    line: lines.length,
    start,
    operator,
    was,
    is: text,
    source: changed,
  };
}

/** The folder of `src` that a file is in, or `ROOT_FILES`. */
export function folderOf(file: string): string {
  const [, folder = '', ...rest] = file.split('/');
  return rest.length === 0 ? ROOT_FILES : folder;
}
