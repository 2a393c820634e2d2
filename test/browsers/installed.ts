import { existsSync, readFileSync } from 'node:fs';

/** One package of Debian a line, with the program of it that is used here. */
const list = readFileSync(new URL('debian-packages.txt', import.meta.url), 'utf8');

/**
 * The program that this Debian package brings.
 * @throws Error of one line that says what to install: a browser that is not there is never passed over.
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
