import { once } from '../../lib/text/once.ts';

/** A text in the form in which phrases are found: lower case, words separated by single spaces. */
export type Plain = {
  readonly text: string;
  /** True for languages that are written without spaces between words. */
  readonly isSpaceless: boolean;
};

/** Characters that are neither letters nor digits, with the apostrophes in `what's`. */
const BETWEEN = /[^\p{L}\p{M}\p{N}]+/gu;

/** The last short text with its forms: several checks read the same message, one after another. */
let latest = { text: '', forms: toForms('') };
const MAX_LATEST_CHARS = 400;

/** The forms of a text for languages with and without spaces, each made once. Takes linear time. */
export function plainForms(text: string): (isSpaceless: boolean) => Plain {
  if (latest.text === text) return latest.forms;
  const forms = toForms(text);
  if (text.length <= MAX_LATEST_CHARS) latest = { text, forms };
  return forms;
}

function toForms(text: string): (isSpaceless: boolean) => Plain {
  const spaced = once(() => toPlain(text, false));
  const spaceless = once(() => toPlain(text, true));
  return (isSpaceless) => (isSpaceless ? spaceless() : spaced());
}

/** How people write some words on a phone. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  u: 'you',
  ur: 'your',
  r: 'are',
  pls: 'please',
  plz: 'please',
  thx: 'thanks',
  tnx: 'thanks',
  vc: 'você',
  vcs: 'vocês',
  tb: 'também',
  porfa: 'por favor',
  stp: 's il te plaît',
  svp: 's il vous plaît',
};
const SHORT_FORM = new RegExp(`(?<=^| )(?:${Object.keys(SHORT_FORMS).join('|')})(?= |$)`, 'gu');

/** Brings a text into the form in which phrases are found. Takes linear time. */
export function toPlain(text: string, isSpaceless: boolean): Plain {
  const words = text.toLowerCase().normalize('NFC').replace(BETWEEN, ' ').trim();
  return { text: isSpaceless ? words.replaceAll(' ', '') : expandShortForms(words), isSpaceless };
}

/** Words in lower case, without the short forms. A phrase has them as well: Dutch `u` is read as `you`. */
export function expandShortForms(words: string): string {
  return words.replace(SHORT_FORM, (short) => SHORT_FORMS[short] ?? short);
}

/** Whether one of the phrases occurs; `tradu*` stands for every word that begins so. */
export function hasAny({ text, isSpaceless }: Plain, phrases: readonly string[]): boolean {
  if (isSpaceless) return phrases.some((phrase) => text.includes(phrase));
  const padded = ` ${text} `;
  return phrases.some((phrase) =>
    padded.includes(phrase.endsWith('*') ? ` ${phrase.slice(0, -1)}` : ` ${phrase} `),
  );
}

const indexes = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** The phrases of a list by their first letter. */
function byFirstLetter(phrases: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const cached = indexes.get(phrases);
  if (cached !== undefined) return cached;
  const byFirstLetter = Map.groupBy(phrases, (phrase) => phrase[0] ?? '');
  indexes.set(phrases, byFirstLetter);
  return byFirstLetter;
}

/** The length of the longest phrase that stands at a place, as whole words; 0 if there is none. */
export function phraseAt({ text, isSpaceless }: Plain, at: number, phrases: readonly string[]): number {
  let longest = 0;
  for (const phrase of byFirstLetter(phrases).get(text[at] ?? '') ?? []) {
    const end = at + phrase.length;
    const isWhole = isSpaceless || end === text.length || text[end] === ' ';
    if (phrase.length > longest && isWhole && text.startsWith(phrase, at)) longest = phrase.length;
  }
  return longest;
}

/** The text after all phrases at its beginning. */
export function withoutLeadingPhrases(plain: Plain, phrases: readonly string[]): Plain {
  let at = 0;
  for (let length = phraseAt(plain, at, phrases); length > 0; length = phraseAt(plain, at, phrases)) {
    at += length;
    if (plain.text[at] === ' ') at++;
  }
  return { ...plain, text: plain.text.slice(at) };
}

/** Whether a text begins with one of the phrases. */
export function startsWithAny(plain: Plain, phrases: readonly string[]): boolean {
  return phraseAt(plain, 0, phrases) > 0;
}

/** The phrases of which a text may consist; it needs at least one telling phrase. */
export type PhraseLists = { readonly telling: readonly string[]; readonly others: readonly string[] };

/** Whether a text consists of nothing but these phrases, in any division. Takes linear time. */
export function consistsOf(plain: Plain, { telling, others }: PhraseLists): boolean {
  /** The places up to which the text consists of phrases, and whether one of these can be telling. */
  const reached = new Map([[0, false]]);
  const reach = (end: number, hasTold: boolean) => reached.set(end, hasTold || reached.get(end) === true);
  for (let at = 0; at < plain.text.length; at++) {
    const hasTold = reached.get(at);
    if (hasTold === undefined) continue;
    for (const end of endsAt(plain, at, telling)) reach(end, true);
    for (const end of endsAt(plain, at, others)) reach(end, hasTold);
  }
  return reached.get(plain.text.length) === true;
}

/**
 * The fewest words that are in none of the phrases, in any division that has a telling phrase; `Infinity` if
 * there is none. For languages with spaces between words; takes linear time.
 */
export function countUnknown(plain: Plain, { telling, others }: PhraseLists): number {
  const { text } = plain;
  /** For each place, the fewest unknown words before it: without a telling phrase, and with one. */
  const fewest = new Map<number, [number, number]>([[0, [0, Number.POSITIVE_INFINITY]]]);
  const reach = (end: number, [without, withOne]: [number, number]) => {
    const previous = fewest.get(end) ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    fewest.set(end, [Math.min(previous[0], without), Math.min(previous[1], withOne)]);
  };
  for (let at = 0; at < text.length; at++) {
    const counts = fewest.get(at);
    if (counts === undefined) continue;
    const [without, withOne] = counts;
    reach(text.indexOf(' ', at) + 1 || text.length, [without + 1, withOne + 1]);
    for (const end of endsAt(plain, at, others)) reach(end, counts);
    for (const end of endsAt(plain, at, telling))
      reach(end, [Number.POSITIVE_INFINITY, Math.min(without, withOne)]);
  }
  return fewest.get(text.length)?.[1] ?? Number.POSITIVE_INFINITY;
}

/** Where the phrases that stand at a place end, with the space behind them. */
function endsAt({ text, isSpaceless }: Plain, at: number, phrases: readonly string[]): readonly number[] {
  const found: number[] = [];
  for (const phrase of byFirstLetter(phrases).get(text[at] ?? '') ?? []) {
    const end = at + phrase.length;
    const isWhole = isSpaceless || end === text.length || text[end] === ' ';
    if (isWhole && text.startsWith(phrase, at)) found.push(text[end] === ' ' ? end + 1 : end);
  }
  return found;
}
