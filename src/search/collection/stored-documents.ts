import type { DatabaseSync } from 'node:sqlite';
import type { Documents } from '../../core/documents.ts';
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
  function* partsOf(first: number, count: number): Generator<string> {
    for (let from = 0; from < count; from += PARTS_AT_ONCE) {
      const to = Math.min(from + PARTS_AT_ONCE, count) - 1;
      for (const { text } of textsOf.all(first + from, first + to)) yield String(text);
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
      return { title: String(title), parts: partsOf(Number(id) * PARTS_PER_DOCUMENT, Number(parts)) };
    },
  };
}
