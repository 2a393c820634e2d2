import { toIndexedText } from './index-text.ts';
import { toStems } from './stems.ts';

/** PostgreSQL has 16,383 places in a text, and 2,046 bytes for a word. */
const MOST_PLACES = 16_383;
const MOST_WORD_BYTES = 2_000;
/** Between title and text, so that no phrase goes from one to the other. */
const GAP = 2;

/** The words of a part as a `tsvector`; `scope` is a further word. */
export function toVector(scope: string, title: string, text: string): string {
  const [titleWords, textWords] = [toStems(toIndexedText(title)), toStems(toIndexedText(text))];
  const places = new Map<string, string[]>();
  const note = (word: string, place: string) => {
    if (Buffer.byteLength(word) > MOST_WORD_BYTES) return;
    const noted = places.get(word);
    if (noted === undefined) places.set(word, [place]);
    else noted.push(place);
  };
  const start = titleWords.length + GAP;
  for (const [at, word] of titleWords.slice(0, MOST_PLACES).entries()) note(word, `${at + 1}A`);
  for (const [at, word] of textWords.slice(0, Math.max(0, MOST_PLACES - start)).entries())
    note(word, `${start + at}`);
  const lexemes = [...places].map(([word, at]) => `${quoted(word)}:${at.join(',')}`);
  return [quoted(scope), ...lexemes].join(' ');
}

/** A `tsquery` for words that stand one after another; with `:A`, in the title. */
export function phraseQuery(phrase: readonly string[], where: '' | ':A' = ''): string {
  return `(${phrase.map((word) => `${quoted(word)}${where}`).join(' <-> ')})`;
}

/** The word that stands for a collection: no text has it, because of its sign. */
export function scopeOf(collection: number): string {
  return `#${collection}`;
}

/** A word in a `tsvector` or `tsquery`. */
export function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
