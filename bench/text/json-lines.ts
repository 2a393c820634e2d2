import { readFileSync, writeFileSync } from 'node:fs';

/** The objects of a file with one JSON object a line. */
export function readJsonLines<Line>(file: string): Line[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line): Line => JSON.parse(line));
}

/** Writes one JSON line per object; does nothing if no file is named. */
export function writeJsonLines(file: string | null, lines: readonly object[]): void {
  if (file !== null) writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
