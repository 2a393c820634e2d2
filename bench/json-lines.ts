import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The objects of a file with one JSON object a line, packed if its name ends in `.gz`. */
export function readJsonLines<Line>(file: string): Line[] {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Line => JSON.parse(line));
}

/**
 * The objects of all packed files of a folder whose name begins as given, in the order of the names.
 * @throws Error if there is no such file
 */
export function readPacked<Line>(folder: string, beginning = ''): Line[] {
  const names = readdirSync(folder).filter((name) => new RegExp(`^${beginning}.*\\.jsonl\\.gz$`).test(name));
  if (names.length === 0) throw new Error(`no ${beginning}*.jsonl.gz in ${folder}`);
  return names.toSorted().flatMap((name) => readJsonLines<Line>(join(folder, name)));
}

/** Writes one JSON line per object; does nothing if no file is named. */
export function writeJsonLines(file: string | null, lines: readonly object[]): void {
  if (file !== null) writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
