/**
 * Words that the measure does not count, according to its definition: function words, and fragments of
 * English contractions.
 */
const UNCOUNTED = new Set(
  `a about according after again all also an and any are as at be because been before being between both
  but by called can could d did didn do does doesn don done down during each few following for from had has
  have having
  he her here him his how i if in into is isn it its just ll m may me might more most must my named no not now
  of off on once only or other our out over own re s same shall she should so some such t than that the their
  them then there these they this those through to too under up us ve very was wasn we were what when where
  which while who whom whose why will with would yes you your`.split(/\s+/),
);

/**
 * Text in the form in which the measure compares it: lower case, no accents, no possessive `'s`, and one
 * space for anything that is not a letter or digit.
 */
export function flatten(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The words of a text in the form in which the measure compares them. */
function plainWords(text: string): string[] {
  const flat = flatten(text);
  return flat === '' ? [] : flat.split(' ');
}

/** Languages that put no spaces between words. */
const UNSPACED = new Set(['zh', 'ja', 'th']);
/** The length of the beginning of a word that represents all its inflections. */
const BEGINNING = 5;

/** Whether the measure compares texts of this language by characters, because it has no spaces. */
export function isUnspaced(lang: string): boolean {
  return UNSPACED.has(lang);
}

/** Text as the measure compares it where words are not separated: without any space or mark. */
export function squeeze(text: string): string {
  return flatten(text).replaceAll(' ', '');
}

/**
 * The words that count: in English their stems, in other languages their beginnings, or pairs of characters
 * where words are not separated.
 */
export function plainTerms(text: string, lang = 'en'): string[] {
  const words = plainWords(text);
  if (isUnspaced(lang)) return words.flatMap(pairsOf);
  const counted = words.filter((word) => !UNCOUNTED.has(word));
  return counted.map(lang === 'en' ? plainStem : (word) => word.slice(0, BEGINNING));
}

function pairsOf(word: string): string[] {
  const characters = [...word];
  if (characters.length === 1 || /^[a-z0-9]+$/.test(word)) return [word];
  return characters.slice(1).map((second, at) => `${characters[at]}${second}`);
}

/** The measure's own stemmer, kept separate from the product's so that neither flatters the other. */
function plainStem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ing') && word.length > 5) return tidyEnd(word.slice(0, -3));
  if (word.endsWith('ed') && word.length > 4) return tidyEnd(word.slice(0, -2));
  if (word.length > 4 && /(?:x|ch|sh|s|z)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word.endsWith('e') && word.length > 4 ? word.slice(0, -1) : word;
}

/** Undoes a doubled consonant ("stopped") and drops a final e. */
function tidyEnd(word: string): string {
  const single =
    word.length > 3 && word.at(-1) === word.at(-2) && !/[lsz]$/.test(word) ? word.slice(0, -1) : word;
  return single.endsWith('e') && single.length > 4 ? single.slice(0, -1) : single;
}

/**
 * Sentences as the baselines split them: at line ends, after a stop that is followed by a capital, a digit or
 * a letter without case, and after the stops of other scripts.
 */
export function plainSentences(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?؟]["”’)\]]?)\s+(?=["“‘([]?[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？।])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 1);
}
