import { once } from '../text/once.ts';
import type { SourceSentence } from './source-index.ts';

/** Characters of a Chinese or Japanese statement, and the different ones that its source has there. */
export type Replacement = {
  /** The characters of the statement. */
  readonly stated: string;
  /** The characters of the source. */
  readonly found: string;
  /** The offset of `found` in the evidence. */
  readonly from: number;
  /** The offset behind `found`. */
  readonly to: number;
  /** Whether `stated` or `found` looks like a name; names have no synonyms. */
  readonly isName: boolean;
};

/** The minimum number of equal characters on each side of a replacement. */
const MIN_SIDE = 2;
/** The minimum number of equal characters on both sides together. */
const MIN_SIDES = 5;
/** The same for a word that is not a name: it is greater, because another word may have the same meaning. */
const MIN_SIDES_OF_WORD = 12;
/** The maximum difference in length between two words: a much longer text is a clause with more content. */
const MAX_LENGTH_DIFFERENCE = 4;
/** At most this many equal characters are counted on each side. */
const MAX_SIDE = 6;
/** The shortest text that may replace another one, in characters. */
const MIN_CHARS = 2;
/** The longest text that may replace another one. */
const MAX_CHARS = 14;
/** At most this many characters of a statement are compared. */
const MAX_STATEMENT_CHARS = 300;
/** The maximum number of places with the same left side that are compared. */
const MAX_PLACES = 400;
/** The maximum number of matching left sides, with any text after them. */
const MAX_MATCHES = 10_000;
/** The maximum number of searches in the source. */
const MAX_SEARCHES = 50;

/** A replacement has only such characters. Numbers are compared as values; Hiragana is mostly grammar. */
const REPLACEABLE = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}ー・·.'-]+$/u;
/**
 * Patterns of whole names: in Katakana, in Latin script, with the dot of foreign names, and of places. A name
 * in Latin script and one in another script do not count as different, because they may be the same name.
 */
const NAME_SCRIPTS: readonly RegExp[] = [
  /^[\p{Script=Katakana}ー・]{2,}$/u,
  /^\p{Lu}[\p{Script=Latin}.'-]+$/u,
  /^[\p{Script=Han}]+[·・][\p{Script=Han}·・]+$/u,
  /^\p{Script=Han}{1,2}[市县縣省州府都郡町村区區岛島江河湖山]$/u,
];
/** The index of the pattern for Latin script. */
const IN_LATIN = 1;
/** Two adjacent characters of Katakana or Latin script, which belong to one word. */
const JOINED = /[\p{Script=Katakana}ー・·]{2}|\p{Script=Latin}{2}/u;

/**
 * The first name in a Chinese or Japanese statement that occurs nowhere in its source, while one of the
 * sentences `near` it has another name between the same neighbours; without one, the first such word. `whole`
 * is the text of the source without spaces. Null if there is neither.
 */
export function findReplacement(
  statement: string,
  near: readonly SourceSentence[],
  whole: string,
): Replacement | null {
  const own = withoutSpaces(statement.slice(0, MAX_STATEMENT_CHARS));
  let word: Replacement | null = null;
  let searches = 0;
  for (const sentence of near) {
    const other = withoutSpaces(sentence.text);
    for (const [at, place] of placesWithSameLeft(own.text, other.text)) {
      const differing = replacementAt({ own: own.text, other: other.text, at, place });
      if (differing === null) continue;
      if (++searches > MAX_SEARCHES) return word;
      if (whole.includes(differing.stated)) continue;
      const start = other.offsets[place] ?? 0;
      const end = other.offsets[place + differing.found.length - 1] ?? 0;
      const replacement = { ...differing, from: sentence.from + start, to: sentence.from + end + 1 };
      if (replacement.isName) return { ...replacement, found: sentence.text.slice(start, end + 1) };
      word ??= replacement;
    }
  }
  return word;
}

/**
 * A text without spaces between two full stops, and for each of its characters the offset in the text with
 * spaces: -1 for the full stop that was put before it, nothing for one put behind it.
 */
type Compact = { readonly text: string; readonly offsets: readonly number[] };

function withoutSpaces(text: string): Compact {
  const offsets: number[] = [-1];
  let compact = '。';
  for (let at = 0; at < text.length; at++) {
    if (/\s/u.test(text.charAt(at))) continue;
    compact += text.charAt(at);
    offsets.push(at);
  }
  return { text: compact.endsWith('。') ? compact : `${compact}。`, offsets };
}

/** Pairs of positions, one in each text, with the same characters before them and different ones after. */
function placesWithSameLeft(own: string, other: string): readonly (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  let matches = 0;
  for (let at = 1; at < own.length; at++) {
    const left = own.slice(Math.max(0, at - MIN_SIDE), at);
    for (let place = other.indexOf(left); place >= 0; place = other.indexOf(left, place + 1)) {
      const after = place + left.length;
      if (left.length < MIN_SIDE && place > 0) break;
      if (own[at] !== other[after]) places.push([at, after]);
      if (places.length >= MAX_PLACES || ++matches >= MAX_MATCHES) return places;
    }
  }
  return places;
}

/** A place in the statement and one in the source, with the same characters before them. */
type ReplaceableSpot = {
  /** The statement without spaces. */
  readonly own: string;
  /** The sentence of the source without spaces. */
  readonly other: string;
  /** The offset in `own`. */
  readonly at: number;
  /** The offset in `other`. */
  readonly place: number;
};

/** The shortest replacement at a place; null if there is none. */
function replacementAt({
  own,
  other,
  at,
  place,
}: ReplaceableSpot): Pick<Replacement, 'stated' | 'found' | 'isName'> | null {
  const left = sameBeside({ own, other, at: at - 1, place: place - 1 }, -1);
  for (let length = MIN_CHARS; length <= MAX_CHARS; length++) {
    const stated = own.slice(at, at + length);
    if (!REPLACEABLE.test(stated)) return null;
    const right = own.slice(at + length, at + length + MIN_SIDE);
    const end = other.indexOf(right, place + 1);
    const found = other.slice(place, end);
    if (right === '' || end < 0 || found.length < MIN_CHARS || found.length > MAX_CHARS) continue;
    if (!REPLACEABLE.test(found)) continue;
    if (stated.includes(found) || found.includes(stated)) continue;
    const sides = left + sameBeside({ own, other, at: at + length, place: end }, 1);
    if (isCut(own, at, length) || isCut(other, place, found.length)) continue;
    const isName = areNames(stated, found);
    if (!isName && !areWords(stated, found)) continue;
    if (sides >= (isName ? MIN_SIDES : MIN_SIDES_OF_WORD)) return { stated, found, isName };
  }
  return null;
}

/** Whether a part of a text begins or ends inside a word in Katakana or Latin script. */
function isCut(text: string, at: number, length: number): boolean {
  return JOINED.test(text.slice(at - 1, at + 1)) || JOINED.test(text.slice(at + length - 1, at + length + 1));
}

/** The names of countries in both languages and scripts, in the runtime's own data (CLDR). */
const countries = once(() => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  const names = ['zh', 'zh-Hant', 'ja'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  );
  return new Set(names.flatMap((of) => codes.flatMap((code) => of.of(code) ?? [])));
});

/** Whether both are names, in Latin script or neither of them; countries are names in any script. */
function areNames(one: string, other: string): boolean {
  const [own = -1, theirs = -1] = [one, other].map((name) =>
    countries().has(name) ? NAME_SCRIPTS.length : NAME_SCRIPTS.findIndex((script) => script.test(name)),
  );
  return own >= 0 && theirs >= 0 && (own === IN_LATIN) === (theirs === IN_LATIN);
}

/** Whether one word may replace the other: their lengths are similar, and their last characters differ. */
function areWords(one: string, other: string): boolean {
  return Math.abs(one.length - other.length) <= MAX_LENGTH_DIFFERENCE && one.at(-1) !== other.at(-1);
}

/** The number of equal characters from two places on, or with the step -1 from them backwards. */
function sameBeside({ own, other, at, place }: ReplaceableSpot, step: 1 | -1): number {
  let same = 0;
  while (
    same < MAX_SIDE &&
    own[at + same * step] !== undefined &&
    own[at + same * step] === other[place + same * step]
  )
    same++;
  return same;
}
