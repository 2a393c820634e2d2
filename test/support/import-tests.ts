import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs every test file of a folder in this process: to start a process for each of a few hundred small files
 * takes five times as long as their tests. The tests run one after another, so each must close its servers
 * and restore what it replaces, and no deadline may begin when its file is loaded. `folder` is relative to
 * the root of the project; throws if it has no tests.
 */
export async function importTests(folder: string): Promise<void> {
  const paths = globSync(`${folder}/**/*.test.ts`, { cwd: root }).sort();
  if (paths.length === 0) throw new Error(`${folder} has no tests.`);
  for (const path of paths) await import(pathToFileURL(`${root}${path}`).href);
}
