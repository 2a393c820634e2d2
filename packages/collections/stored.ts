import { collapse } from '@sayso/text/text.ts';
import { toParts } from './parts.ts';
import {
  type Item,
  type KnownItem,
  type NewDocument,
  PARTS_PER_DOCUMENT,
  type SourceState,
} from './store.ts';
import { toQueryWords } from './words.ts';

// What both stores do in the same way with what they store.

/** Short enough to be read completely for every hit, and long enough to contain related sentences. */
const PART_CHARS = 4_000;
const MIN_WORD_CHARS = 4;

/** The state of a source that was never looked at. */
export const NEVER: SourceState = { runs: 0, doneAtMs: null, nextAtMs: 0, failures: 0, problem: null };

/** A document as it is stored, or the reason why it is refused. */
export function toStored({ title, text, keywords = '' }: NewDocument) {
  const whole = storable(text).trim();
  const parts = toParts(whole, PART_CHARS);
  if (whole === '') return 'it contains no text';
  if (parts.length > PARTS_PER_DOCUMENT) return 'its text is too long';
  return { title: collapse(storable(title)), text: whole, parts, keywords: storable(keywords) };
}

/** Removes NUL, which ends C strings, and lone surrogates, which UTF-8 cannot represent. */
function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed();
}

/** A word of a text that tells something; null if it has none. */
export function tellingWord(text: string): string | null {
  const words = toQueryWords(text);
  const isTelling = (word: string) => word.length >= MIN_WORD_CHARS && /^\p{L}+$/u.test(word);
  return words.find(isTelling) ?? words[0] ?? null;
}

/** An item of a source with its document, as both stores select them. */
export type ItemRow = KnownItem & {
  /** What follows is of the document. */
  readonly url: string | null;
  readonly path: string;
  readonly title: string;
  readonly published_at: string | null;
  readonly keywords: string;
};

/** The columns of a `KnownItem`, and what an `ItemRow` has besides. */
export const KNOWN_COLUMNS = 'key, depth, mark, items.hash, refusal, remark, document';
export const DOCUMENT_COLUMNS = 'url, path, title, published_at, keywords';

/** An item as its source wrote it; none if it was only added. */
export function toItem(row: ItemRow, text: readonly string[]): readonly Item[] {
  const { key, mark, hash, refusal, remark, document, url, path, title, published_at, keywords } = row;
  if (refusal !== null) return [{ key, mark, hash, is: 'refused', reason: refusal }];
  if (document === null) return [];
  const written = { url, path, title, text: text.join(''), keywords, publishedAt: published_at };
  return [{ key, mark, hash, is: 'document', document: written, remark: remark ?? undefined }];
}
