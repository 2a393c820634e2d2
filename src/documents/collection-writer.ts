import type { DatabaseSync } from 'node:sqlite';
import { collapse } from '../lib/text/text.ts';
import type { CollectionDocument, Refusal } from './collection-document.ts';
import { PARTS_PER_DOCUMENT } from './collection-file.ts';
import { toIndexedText } from './collection-words.ts';

/** Short enough to be read completely for every hit, and long enough to contain related sentences. */
const PART_CHARS = 4_000;

/** Adds documents to an open collection and removes them. */
export type CollectionWriter = {
  /** The id of the new document, or the reason why it was refused. */
  add(document: CollectionDocument): { readonly id: number } | Refusal;
  remove(id: number): void;
  /** The number of documents in the collection. */
  count(): number;
};

/** Creates the writer of an open collection. */
export function createCollectionWriter(database: DatabaseSync): CollectionWriter {
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
    add(document) {
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
    remove(id) {
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

/** The best places to split a text, in order of preference. */
const BORDERS = ['\n\n', '\n', '. ', '。', ' '];

/**
 * Splits a text into parts of at most `maxChars` UTF-16 units and of similar length, at the end of a nearby
 * paragraph, line, sentence or word, or otherwise between two characters. Joined, the parts are the original
 * text.
 *
 * The length is similar because bm25 prefers short texts: a remainder of two lines would outrank the parts
 * before it.
 */
export function toParts(text: string, maxChars: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > maxChars) {
    const rest = text.length - from;
    const evenChars = Math.ceil(rest / Math.ceil(rest / maxChars));
    const to = from + cutOf(text.slice(from, from + maxChars), evenChars);
    parts.push(text.slice(from, to));
    from = to;
  }
  parts.push(text.slice(from));
  return parts;
}

/**
 * The place to split the window: the last boundary that leaves a part of three to five quarters of the
 * average length.
 */
function cutOf(window: string, evenChars: number): number {
  const reach = window.slice(0, Math.ceil(evenChars * 1.25));
  for (const border of BORDERS) {
    const at = reach.lastIndexOf(border);
    if (at >= evenChars * 0.75) return at + border.length;
  }
  const last = window.charCodeAt(evenChars - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return splitsPair && evenChars > 1 ? evenChars - 1 : evenChars;
}
