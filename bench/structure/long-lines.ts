import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of more than `MAX_COLUMNS` columns. */
export type LongLine = { readonly path: string; readonly line: number; readonly columns: number };

/** The limit is the one in biome.json. */
const MAX_COLUMNS = 110;
const CODE = '{bench,bin,docs,examples,src,test,web}/**/*.{ts,tsx,js,mjs,cjs,css}';
const INSTALLED = /(?:^|\/)(?:node_modules|dist)\//;

/**
 * The lines of code that are too long; prose and data do not count. Walks the folders, because a machine that
 * only runs the program may lack git.
 */
export function longLinesOf(root: string): readonly LongLine[] {
  return globSync(CODE, { cwd: root })
    .filter((path) => !INSTALLED.test(path))
    .sort()
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .map((text, at) => ({ path, line: at + 1, columns: text.length }))
        .filter(({ columns }) => columns > MAX_COLUMNS),
    );
}
