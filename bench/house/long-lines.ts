import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of more than `MAX_COLUMNS` columns. */
export type LongLine = { readonly path: string; readonly line: number; readonly columns: number };

/** The limit is the one in biome.json. */
const MAX_COLUMNS = 110;
const CODE = /\.(?:[cm]?[jt]sx?|css)$/;

/** The lines that are too long in code under version control; prose and data do not count. */
export function longLinesOf(root: string): readonly LongLine[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => CODE.test(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .map((text, at) => ({ path, line: at + 1, columns: text.length }))
        .filter(({ columns }) => columns > MAX_COLUMNS),
    );
}
