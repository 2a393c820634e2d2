import type { DatabaseSync } from 'node:sqlite';
import { collapse } from '@sayso/text/text.ts';
import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { CollectionDocument, Refusal } from './document.ts';
import { PARTS_PER_DOCUMENT, replaceIndex } from './index-file.ts';
import { toIndexedText, toParts } from './index-text.ts';

/** Documents and refused files in memory. */
type DocumentsToIndex = AsyncIterable<CollectionDocument | Refusal> | Iterable<CollectionDocument | Refusal>;

/**
 * Writes documents into a new index, which replaces the old one in one step (`replaceIndex`). If two
 * documents have the same URL or path, the first is kept and the second is reported as refused.
 *
 * Throws a Failure `misconfigured` if there is nothing to index, or if `file` cannot be written or belongs to
 * another program; throws the signal's reason when it aborts.
 */
export async function indexCollection(
  { documents, file }: { readonly documents: DocumentsToIndex; readonly file: string },
  signal: AbortSignal,
) {
  return await replaceIndex(file, async (database) => {
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
  });
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

/** Short enough to be read completely for every hit, and long enough to contain related sentences. */
const PART_CHARS = 4_000;

/** Adds documents to an open collection and removes them. */
export function createCollectionWriter(database: DatabaseSync) {
  const addDocument = database.prepare(
    'insert or ignore into documents (url, path, title, parts) values (?, ?, ?, ?)',
  );
  const addPart = database.prepare('insert into parts (id, text) values (?, ?)');
  const addWords = database.prepare('insert into words (rowid, title, text) values (?, ?, ?)');
  const removals = ['parts where id', 'words where rowid', 'pieces where part'].map((place) =>
    database.prepare(`delete from ${place} between ? and ?`),
  );
  const removeDocument = database.prepare('delete from documents where id = ?');
  return {
    /** The id of the new document, or the reason why it was refused. */
    add(document: CollectionDocument): { readonly id: number } | Refusal {
      const [url, path] = 'url' in document ? [document.url, null] : [null, document.path];
      const title = collapse(storable(document.title));
      const text = storable(document.text).trim();
      const parts = toParts(text, PART_CHARS);
      const name = url ?? path ?? '';
      if (text === '') return { path: name, reason: 'it contains no text' };
      if (parts.length > PARTS_PER_DOCUMENT) return { path: name, reason: 'its text is too long' };
      const added = addDocument.run(url, path, title, parts.length);
      if (added.changes === 0) return { path: name, reason: 'an earlier document has the same address' };
      const id = Number(added.lastInsertRowid);
      const titleWords = toIndexedText(title);
      for (const [position, part] of parts.entries()) {
        const partId = id * PARTS_PER_DOCUMENT + position;
        addPart.run(partId, part);
        const found = position === 0 ? `${part}\n${document.keywords ?? ''}` : part;
        addWords.run(partId, titleWords, toIndexedText(found));
      }
      return { id };
    },
    remove(id: number) {
      const first = id * PARTS_PER_DOCUMENT;
      for (const removal of removals) removal.run(first, first + PARTS_PER_DOCUMENT - 1);
      removeDocument.run(id);
    },
    count: () => Number(database.prepare('select count(*) as count from documents').get()?.count),
  };
}

/** Removes NUL, which ends C strings, and lone surrogates, which UTF-8 cannot represent. */
function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed();
}
