import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indexDocuments, type NewDocument } from '@sayso/collections';
import { asMisconfigured } from '../../documents/collection.ts';
import { readPackageReadmes } from './package-readmes.ts';
import { sourcesIn } from './sources-in.ts';
import { readCountries, readStoredDocuments } from './stored-documents.ts';

/** The code that the index depends on: the content of the documents, and how they are indexed. */
const CODE = ['.', '../../../packages/collections/', '../../../packages/article/'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
const INDEX = /^demo-[0-9a-f]{16}\.sqlite$/;

/** The folder of the READMEs, and the place where the index is stored. */
type DemoFolders = {
  /** A folder of packages, such as `node_modules`, or a file of stored documents. */
  readonly readmes: string;
  /** The folder of the index; created if missing. */
  readonly index: string;
};

/**
 * Returns the path of the index of the demo's documents. The index is written if there is none for this
 * version and these packages; all other indexes are deleted.
 * @throws Failure `misconfigured` if the index cannot be written.
 * @param version of this program
 */
export async function demoIndex(
  { readmes, index }: DemoFolders,
  version: string,
  signal: AbortSignal,
): Promise<string> {
  const name = `demo-${await keyOf(readmes, version)}.sqlite`;
  const file = join(index, name);
  if (existsSync(file)) return file;
  await mkdir(index, { recursive: true });
  await indexDocuments({ documents: demoDocuments(readmes, signal), file }, signal).catch(
    (error: unknown) => {
      throw asMisconfigured(error);
    },
  );
  const outdated = (await readdir(index)).filter((each) => INDEX.test(each) && each !== name);
  for (const each of outdated) await rm(join(index, each), { force: true });
  return file;
}

/** Changes with anything that the index depends on. npm keeps a list of the installed packages. */
async function keyOf(readmes: string, version: string): Promise<string> {
  const code = await Promise.all(CODE.map(sourcesIn));
  const installed = await readFile(join(readmes, '.package-lock.json')).catch(() => '');
  const hash = createHash('sha256')
    .update(JSON.stringify([version, ...code]))
    .update(installed);
  return hash.digest('hex').slice(0, 16);
}

/** The documents of the demo: countries, and the READMEs of packages (see `DemoFolders`). */
export async function* demoDocuments(readmes: string, signal: AbortSignal): AsyncGenerator<NewDocument> {
  yield* readCountries();
  yield* readmes.endsWith('.br') ? readStoredDocuments(readmes) : readPackageReadmes(readmes, signal);
}

/**
 * The folders of a checkout, or those of an installed package, which brings READMEs of its own. If its own
 * folder is not writable, the index is the user's.
 * @param folder the root of the project
 */
export function demoFolders(folder: string): DemoFolders {
  const bundled = join(folder, 'dist', 'readmes.jsonl.br');
  return {
    readmes: existsSync(bundled) ? bundled : join(folder, 'node_modules'),
    index: isWritable(folder) ? join(folder, 'dist') : join(homedir(), '.cache', 'sayso'),
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
