import { stemmer } from 'stemmer';
import { addSpaces, toIndexedText } from './index-text.ts';

// The words of the tokenizer `porter unicode61 remove_diacritics 2` of SQLite: the same texts get the same words in both
// stores, so that the same question finds the same documents. A test compares them.

const WORD = /[\p{L}\p{N}\p{Co}]+/gu;
/** The signs that SQLite looks for a letter without a mark in, and the marks that it leaves out. */
const MARKED = /[\u00c0-\u1eff]/g;
const MARKS = /[\u0300-\u0331]/g;
/** SQLite stems words of 3 to 64 bytes. */
const LEAST_STEMMED = 3;
const MOST_STEMMED = 64;
/** PostgreSQL has 16,383 places in a text, and 2,046 bytes for a word. */
const MOST_PLACES = 16_383;
const MOST_WORD_BYTES = 2_000;
/** Between title and text, so that no phrase goes from one to the other. */
const GAP = 2;

function toStems(text: string): string[] {
  const plain = text.toLowerCase().replace(MARKED, unmarked).replace(MARKS, '');
  return (plain.match(WORD) ?? []).map((word) => {
    const bytes = Buffer.byteLength(word);
    return bytes >= LEAST_STEMMED && bytes <= MOST_STEMMED ? stemmer(word) : word;
  });
}

/** Only letters that are ASCII without their marks lose them. */
function unmarked(sign: string): string {
  const [base = ''] = sign.normalize('NFD');
  return /[a-z]/.test(base) ? base : sign;
}

/** A word of a question as the words that stand one after another in a text. */
export function toPhrase(word: string): readonly string[] {
  return toStems(addSpaces(word));
}

/** The words of a part as a `tsvector`, and their number; `scope` is a further word. */
export function toVector(scope: string, title: string, text: string) {
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
  // SQLite counts the word for the collection, too.
  return { vector: [quoted(scope), ...lexemes].join(' '), length: titleWords.length + textWords.length + 1 };
}

/** A `tsquery` for words that stand one after another. */
export function phraseQuery(phrase: readonly string[]): string {
  return `(${phrase.map(quoted).join(' <-> ')})`;
}

/** The word that stands for a collection: no text has it, because of its sign. */
export function scopeOf(collection: number): string {
  return `#${collection}`;
}

/** A word in a `tsvector` or `tsquery`. */
export function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
