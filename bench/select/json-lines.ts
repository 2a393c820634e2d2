import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * The records of a data set: every `.jsonl.gz` file of a folder whose name begins with the given pattern, in
 * the order of the names. The caller knows the layout of a record; the files belong to the measurement, so
 * they are trusted.
 * @throws Error if there is no such file
 */
export function readJsonLines<T>(folder: string, set: string, beginning = ''): T[] {
  const names = readdirSync(join(folder, set)).filter((name) =>
    new RegExp(`^${beginning}.*\\.jsonl\\.gz$`).test(name),
  );
  if (names.length === 0) throw new Error(`no ${beginning}*.jsonl.gz in ${join(folder, set)}`);
  return names.toSorted().flatMap((name) =>
    gunzipSync(readFileSync(join(folder, set, name)))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): T => JSON.parse(line)),
  );
}
