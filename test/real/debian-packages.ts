import { existsSync, readFileSync } from 'node:fs';

/** One package per line, with the file from it that is used here. `.ci/run` reads the same list. */
const lines = readFileSync(new URL('debian-packages.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const files: ReadonlyMap<string, string> = new Map(
  lines.map((line) => {
    const [name = '', path = ''] = line.split(' ');
    return [name, path];
  }),
);

/**
 * The file that this Debian package provides.
 * @throws Error that says what to install if this or one of the others is missing: a real test is never
 * skipped.
 */
export function fileOfPackage(name: string): string {
  const missing = [...files].filter(([, path]) => !existsSync(path)).map(([missingName]) => missingName);
  if (missing.length > 0) {
    throw new Error(
      `The real tests need these packages of Debian 12: ${missing.join(', ')}. Install them with:\n` +
        `  apt-get install --yes --no-install-recommends ${missing.join(' ')}`,
    );
  }
  const path = files.get(name);
  if (path === undefined) throw new Error(`${name} is not in test/real/debian-packages.txt`);
  return path;
}
