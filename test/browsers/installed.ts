import { existsSync, readFileSync } from 'node:fs';

/** One Debian package per line, with the program from it that is used here. */
const list = readFileSync(new URL('debian-packages.txt', import.meta.url), 'utf8');

/**
 * The program that this Debian package provides.
 * @throws Error with one line that says what to install: a missing browser is never skipped.
 */
export function programOf(name: string): string {
  const path = list
    .split('\n')
    .map((line) => line.split(' '))
    .find(([listed]) => listed === name)?.[1];
  if (path === undefined) throw new Error(`${name} is not in test/browsers/debian-packages.txt`);
  if (!existsSync(path))
    throw new Error(`${path} is missing: apt-get install --yes --no-install-recommends ${name}`);
  return path;
}
