import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { abortReason } from '../core/deadline.ts';
import type { CollectionDocument } from './collection-document.ts';
import { readPackageReadme } from './read-package-readme.ts';

/**
 * The READMEs of the packages in a `node_modules` folder as documents, ordered by name: real text that every
 * installation has, for trying the service. Packages that give no document are skipped. Throws only the
 * signal's reason when it aborts.
 */
export async function* readPackageReadmes(
  nodeModulesFolder: string,
  signal: AbortSignal,
): AsyncGenerator<CollectionDocument> {
  for (const name of await packagesIn(nodeModulesFolder)) {
    if (signal.aborted) throw abortReason(signal);
    const document = await readPackageReadme(join(nodeModulesFolder, name));
    if (document !== null) yield document;
  }
}

async function packagesIn(folder: string): Promise<string[]> {
  const names = await entriesOf(folder);
  const packages = names.map(async (name) =>
    name.startsWith('@') ? (await entriesOf(join(folder, name))).map((inner) => `${name}/${inner}`) : [name],
  );
  return (await Promise.all(packages)).flat();
}

async function entriesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).sort();
}
