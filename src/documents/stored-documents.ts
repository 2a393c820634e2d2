import type { DatabaseSync } from 'node:sqlite';
import type { Documents } from '../core/documents.ts';
import { PARTS_PER_DOCUMENT } from './collection-file.ts';
import { toQueryWords } from './collection-words.ts';

/** The number of parts that are read at a time; together they have at most 256,000 characters. */
const PARTS_AT_ONCE = 64;
const MIN_WORD_CHARS = 4;

/** The documents of an open collection that the service shows: those without an address. */
export function createStoredDocuments(database: DatabaseSync): Omit<Documents, 'name'> {
  const byPath = database.prepare('select id, title, parts from documents where path = ?');
  const firstText = database.prepare('select text from parts order by id limit 1');
  const textsOf = database.prepare('select text from parts where id between ? and ? order by id');
  function* partsOf(first: number, end: number): Generator<string> {
    for (let id = first; id < end; id += PARTS_AT_ONCE) {
      const last = Math.min(id + PARTS_AT_ONCE, end) - 1;
      for (const { text } of textsOf.all(id, last)) yield String(text);
    }
  }
  return {
    sampleWord() {
      const words = toQueryWords(String(firstText.get()?.text ?? ''));
      const isTelling = (word: string) => word.length >= MIN_WORD_CHARS && /^\p{L}+$/u.test(word);
      return words.find(isTelling) ?? words[0] ?? null;
    },
    find(path) {
      const { id, title, parts } = byPath.get(path) ?? {};
      if (id === undefined) return null;
      const [first, partCount] = [Number(id) * PARTS_PER_DOCUMENT, Number(parts)];
      return {
        title: String(title),
        partCount,
        parts: (from = 0, to = partCount) => partsOf(first + from, first + Math.min(to, partCount)),
      };
    },
  };
}
