import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The contents of all files in a folder and the folders in it, except tests, in the order of their paths. */
export async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Promise.all(paths.map((path) => readFile(path, 'utf8')));
}
