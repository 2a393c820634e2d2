import { isStopWord, stem, toWords } from './words.ts';

/** Shorter words are not respelled: every one of them is near several others. */
const LEAST_CHARS = 4;
/** From this length on, two letters may differ behind the first, as in other search engines. */
const LONG_CHARS = 6;
/** Replacing a letter makes a shorter word another real one too easily: "kind" and "king". */
const FIRM_CHARS = 6;
/** How much a word of a title counts, which is often a name. */
const IN_TITLE = 1_000_000;
/** No more words of a question are respelled, and no more different words of the texts are compared. */
const MAX_WORDS = 12;
const MAX_KNOWN = 30_000;
/** Texts are compared up to this length together. */
const MAX_CHARS = 400_000;
/** A word of a name may end in a digit: htmlparser2. */
const BEFORE_WORD = /[\s("[]/;
const CASED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}'’-]{4,}\p{N}?$/u;

/**
 * A question, followed by the words of the texts that it may mean where no text has its own: "poulation of
 * Etiopia" becomes "poulation of Etiopia population ethiopia". A word is replaced only if none of the texts
 * has its beginning; in a short word, a letter is replaced only for a word of a title ("Kenia").
 */
export function withSpellings(question: string, titles: readonly string[], texts: readonly string[]): string {
  const beginnings = beginningsOf(texts);
  const unseen = wordsToRespell(question).filter(
    (word) => !beginsWord(rootOf(word), [...titles, ...beginnings]),
  );
  // To make words of ten pages takes longer than the rest of the search for misspelled ones.
  if (unseen.length === 0) return question;
  const known = countWords(titles, beginnings);
  const knownWords = [...known.keys()];
  const unknown = unseen.filter((word) => {
    const root = rootOf(word);
    return !knownWords.some((other) => other.startsWith(root));
  });
  return [question, ...unknown.flatMap((word) => nearestWord(word, known) ?? [])].join(' ');
}

/** Whether a word of the texts plainly begins so, behind a space or a bracket. */
function beginsWord(root: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(root); at >= 0; at = lower.indexOf(root, at + 1))
      if (at === 0 || BEFORE_WORD.test(lower.charAt(at - 1))) return true;
    return false;
  });
}

/** The words of a question that could be misspelled: no function words, numbers or short words. */
export function wordsToRespell(question: string): readonly string[] {
  const words = new Set(toWords(question));
  return [...words].filter((word) => CASED.test(word) && !isStopWord(word)).slice(0, MAX_WORDS);
}

/** How often each word occurs, for the first words; one of a title counts far more. */
export function countWords(titles: Iterable<string>, texts: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of toWords(text)) {
      const count = counts.get(word);
      if (count !== undefined || counts.size < MAX_KNOWN) counts.set(word, (count ?? 0) + weight);
    }
  };
  for (const title of titles) add(title, IN_TITLE);
  for (const text of texts) add(text, 1);
  return counts;
}

/**
 * The word that differs from a word in one letter, or two if it is long, and of several the nearest and most
 * frequent; null if none does. A letter of a short word is replaced only for a word of a title.
 * @param known from `countWords`
 */
export function nearestWord(word: string, known: ReadonlyMap<string, number>): string | null {
  const most = lettersAllowed(word);
  let best: { readonly word: string; readonly apart: number; readonly count: number } | null = null;
  for (const [other, count] of known) {
    if (other.length < LEAST_CHARS || Math.abs(other.length - word.length) > most) continue;
    const isFirm = word.length < FIRM_CHARS && count < IN_TITLE;
    const apart = lettersApart(other, word, { most, replacing: isFirm ? 2 : 1 });
    if (apart === 0 || apart > most || (apart > 1 && other[0] !== word[0])) continue;
    if (best === null || apart < best.apart || (apart === best.apart && count > best.count))
      best = { word: other, apart, count };
  }
  return best?.word ?? null;
}

function lettersAllowed(word: string): number {
  return word.length < LONG_CHARS ? 1 : 2;
}

/**
 * How many letters are to be added, left out, replaced or swapped to get from one word to the other; more
 * than `most` is not exact. Replacing one counts as `replacing`.
 */
function lettersApart(
  one: string,
  other: string,
  { most, replacing }: { readonly most: number; readonly replacing: number },
): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let count = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : replacing),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        count = Math.min(count, (before[j - 2] ?? 0) + 1);
      row.push(count);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last.at(-1) ?? 0;
}

/** What inflections of a word have in common, roughly. */
function rootOf(word: string): string {
  return word.slice(0, Math.max(LEAST_CHARS, stem(word).length - 1));
}

/** The beginnings of the texts, as long as there is room. */
function beginningsOf(texts: readonly string[]): readonly string[] {
  const each = Math.floor(MAX_CHARS / Math.max(1, texts.length));
  return texts.map((text) => text.slice(0, each));
}
