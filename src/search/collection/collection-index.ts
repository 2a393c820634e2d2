import type { DatabaseSync } from 'node:sqlite';
import { abortReason } from '../../core/deadline.ts';
import { Failure } from '../../core/failure.ts';
import type { CollectionDocument, Refusal } from './collection-document.ts';
import { createCollectionWriter } from './collection-writer.ts';
import { replaceIndex } from './replace-index.ts';

export type { CollectionDocument, Refusal };

/** What indexing came to; `bytes` is the size of the index. */
export type IndexReport = {
  readonly indexed: number;
  readonly refused: readonly Refusal[];
  readonly bytes: number;
};

/** Documents and refusals from memory. */
export type Documents = AsyncIterable<CollectionDocument | Refusal> | Iterable<CollectionDocument | Refusal>;

/**
 * Writes documents into a new index and puts it in the place of an old one in one step (`replace-index.ts`). Of two documents
 * with the same URL or path the first is kept and the second reported as refused.
 *
 * Throws a Failure `misconfigured` when there is nothing to index, when `file` cannot be written or is a file of another
 * program, and the signal's reason when it aborts.
 */
export async function indexCollection(
  { documents, file }: { readonly documents: Documents; readonly file: string },
  signal: AbortSignal,
): Promise<IndexReport> {
  const change = (database: DatabaseSync) => write(documents, database, signal);
  const { result, bytes } = await replaceIndex({ file, change });
  return { ...result, bytes };
}

async function write(documents: Documents, database: DatabaseSync, signal: AbortSignal) {
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

/** The failure where no document is left for an index, with the first reason. */
export function nothingToIndex(refused: readonly Refusal[]): Failure {
  const [first] = refused;
  const why =
    first === undefined
      ? 'no document was found.'
      : `nothing of what was found can be taken. ${first.path}: ${first.reason}.`;
  return new Failure('misconfigured', `There is nothing to index: ${why}`);
}
