import { resolve } from 'node:path';
import { parseBase } from './document-address.ts';
import { type EmbeddingOrder, type EmbeddingReport, embedParts } from './embed-parts.ts';
import { refreshFolder } from './folder.ts';
import { createReadFile } from './read-file.ts';
import type { ReadPage } from './read-page.ts';
import { replaceIndex } from './replace-index.ts';
import { CollectionProblem, type NewDocument, type Refusal } from './store.ts';

/** A folder and the options for indexing it. */
export type FolderOrder = {
  readonly folder: string;
  readonly file: string;
  /** The base URL for documents without a complete URL; without it, the service shows them itself. */
  readonly baseUrl?: string;
  /** Whether to read all files again, including unchanged ones. */
  readonly rebuild?: boolean;
  /** Called before each file with the number of files so far, the total, and the file's path. */
  readonly onProgress?: (done: number, total: number, path: string) => void;
  /** The embedding of texts; without it, new texts get no vectors, and existing vectors are kept. */
  readonly embedding?: Omit<EmbeddingOrder, 'collections'> | null;
};

/** The result of indexing a folder. */
type FolderReport = {
  readonly indexed: number;
  /** The number of new or changed files that were read. */
  readonly read: number;
  /** Unchanged files that are in the index and were not read again. */
  readonly unchanged: number;
  /** Documents that were removed because their files were deleted. */
  readonly removed: number;
  /** All skipped files, with the reasons. */
  readonly refused: readonly Refusal[];
  /** For the owner of a document: the text that was left out of its file. */
  readonly remarks: readonly { readonly path: string; readonly remark: string }[];
  readonly vectors: EmbeddingReport | null;
};

/**
 * Creates or updates the index of a folder, for `sayso index FOLDER --to FILE`. Files that have not changed since the
 * last run are not read again, and documents of deleted files are removed. The index can be searched meanwhile, and a
 * run that is interrupted leaves it whole.
 * @throws CollectionProblem if the folder is missing or contains nothing to index, if `baseUrl` is not an http(s) URL,
 * or if `file` cannot be written; rejects as the signal does
 */
export async function indexFolder(
  order: FolderOrder,
  readPage: ReadPage,
  signal: AbortSignal,
): Promise<FolderReport & { readonly bytes: number }> {
  const { folder, file, baseUrl, rebuild = false, onProgress, embedding = null } = order;
  const base = baseUrl === undefined ? null : parseBase(baseUrl);
  return await replaceIndex(file, { rebuild }, async (store) => {
    await store.keepOnly([{ collection: DOCUMENTS, name: resolve(folder) }]);
    const source = await store.source(DOCUMENTS, resolve(folder));
    const { skipped, read, unchanged, removed } = await refreshFolder(
      folder,
      source,
      { base: base?.href ?? null, readFile: createReadFile(readPage), onProgress },
      signal,
    );
    await source.sweep();
    const { documents: indexed } = await source.counts();
    const unread = (await source.refusals(MAX_LISTED)).map(({ key, reason }) => ({ path: key, reason }));
    const isOwn = ({ path }: Refusal) => resolve(folder, path).startsWith(`${resolve(file)}.`);
    const told = new Set(unread.map(({ path }) => path));
    const others = skipped.filter((each) => !told.has(each.path) && !isOwn(each));
    const refused = [...others, ...unread].sort((one, other) => (one.path < other.path ? -1 : 1));
    if (indexed === 0) throw nothingToIndex(refused);
    const tell = (done: number, total: number) => onProgress?.(done, total, 'embedding texts');
    const toEmbed = embedding && { ...embedding, collections: () => [DOCUMENTS] };
    const vectors = toEmbed && (await embedParts(store.vectors, toEmbed, tell, signal));
    const remarks = await source.remarks(MAX_LISTED);
    return { indexed, read, unchanged, removed, refused, remarks, vectors };
  });
}

/** The one collection of an index that a command writes. */
const DOCUMENTS = 'documents';
const MAX_LISTED = 1_000_000;

type Documents = AsyncIterable<NewDocument> | Iterable<NewDocument>;

/**
 * Writes documents in memory into a new index.
 * @throws CollectionProblem as `indexFolder`; rejects as the signal does
 */
export async function indexDocuments(
  { documents, file }: { readonly documents: Documents; readonly file: string },
  signal: AbortSignal,
): Promise<{ readonly indexed: number; readonly bytes: number; readonly refused: readonly Refusal[] }> {
  return await replaceIndex(file, { rebuild: true }, async (store) => {
    const source = await store.source(DOCUMENTS, 'given');
    for await (const document of documents) {
      signal.throwIfAborted();
      await source.write([{ key: document.path, mark: '', hash: '', is: 'document', document }]);
    }
    signal.throwIfAborted();
    const { documents: indexed } = await source.counts();
    const refused = (await source.refusals(MAX_LISTED)).map(({ key, reason }) => ({ path: key, reason }));
    if (indexed === 0) throw nothingToIndex(refused);
    return { indexed, refused };
  });
}

/** The failure of an index without documents, with the first reason. */
function nothingToIndex([first]: readonly Refusal[]): CollectionProblem {
  const why =
    first === undefined
      ? 'no document was found.'
      : `none of the documents can be used. ${first.path}: ${first.reason}.`;
  return new CollectionProblem(`There is nothing to index: ${why}`);
}
