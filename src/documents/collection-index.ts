import type { DatabaseSync } from 'node:sqlite';
import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { CollectionDocument, Refusal } from './collection-document.ts';
import { createCollectionWriter } from './collection-writer.ts';
import { replaceIndex } from './replace-index.ts';

/** Documents and refused files in memory. */
type DocumentsToIndex = AsyncIterable<CollectionDocument | Refusal> | Iterable<CollectionDocument | Refusal>;

/**
 * Writes documents into a new index, which replaces the old one in one step (`replace-index.ts`). If two
 * documents have the same URL or path, the first is kept and the second is reported as refused.
 *
 * Throws a Failure `misconfigured` if there is nothing to index, or if `file` cannot be written or belongs to
 * another program; throws the signal's reason when it aborts.
 */
export async function indexCollection(
  { documents, file }: { readonly documents: DocumentsToIndex; readonly file: string },
  signal: AbortSignal,
) {
  const change = (database: DatabaseSync) => write(documents, database, signal);
  const { result, bytes } = await replaceIndex({ file, change });
  return { ...result, bytes };
}

async function write(documents: DocumentsToIndex, database: DatabaseSync, signal: AbortSignal) {
  const writer = createCollectionWriter(database);
  const refused: Refusal[] = [];
  for await (const item of documents) {
    if (signal.aborted) throw abortReason(signal);
    const added = 'reason' in item ? item : writer.add(item);
    if ('reason' in added) refused.push(added);
  }
  if (signal.aborted) throw abortReason(signal);
  const indexed = writer.count();
  if (indexed === 0) throw nothingToIndex(refused);
  return { indexed, refused };
}

/** The failure of an index without documents, with the first reason. */
export function nothingToIndex(refused: readonly Refusal[]): Failure {
  const [first] = refused;
  const why =
    first === undefined
      ? 'no document was found.'
      : `none of the documents can be used. ${first.path}: ${first.reason}.`;
  return new Failure('misconfigured', `There is nothing to index: ${why}`);
}
