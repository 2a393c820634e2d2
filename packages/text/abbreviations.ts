import words from './abbreviations.json' with { type: 'json' };
import { isStopWord } from './words.ts';

// The lists have abbreviations that end in a full stop, in lower case, without the last stop, for common
// languages of questions. A single letter needs no entry: it is treated as an initial.

/** A name or number always follows these abbreviations, so a sentence never ends with them. */
const LEADING_ABBREVIATIONS: ReadonlySet<string> = new Set(words.leading.split(' '));

/** Pairs of words that together form an abbreviation and belong to the word after them. */
const LEADING_PHRASES = /(?:^|\s)(?:dr\.\s?med|ad es|p\.\s?es|p\.\s?ej|par ex)\.\s*$/iu;

/** Ordinary words, except before a number, where they are abbreviations. */
const NUMBERED_ABBREVIATIONS: ReadonlySet<string> = new Set(words.numbered.split(' '));

/** These may occur at the end of a sentence or inside one: the next word decides. */
const ENDING_ABBREVIATIONS: ReadonlySet<string> = new Set(words.ending.split(' '));

/** Times of day: they may end a sentence, but the next word alone does not show whether they do. */
const TIME_ABBREVIATIONS: ReadonlySet<string> = new Set(['a.m', 'p.m']);

/** Words that follow a time of day in the same sentence: days and time zones. */
const AFTER_TIME: ReadonlySet<string> = new Set(words.afterTime.split(' '));

/** Words that follow an ordinal written with a full stop ("5. Mai", "19. Jahrhundert"). */
const AFTER_ORDINAL: ReadonlySet<string> = new Set(words.afterOrdinal.split(' '));

/** The first word or number of the next sentence, behind opening marks. */
const NEXT_WORD = /^["'“‘«([]*([\p{L}\p{M}]+|\p{N}+)/u;
// A degree sign, slash or hyphen is part of the word: the C of `20 °C` and the h of `km/h` are not initials.
const WORD_AND_STOP = /(?:^|[^\p{L}\p{M}\p{N}.°º/])([\p{L}\p{M}\p{N}.°º/]+)\.["'”’»)\]]*\s*$/u;
/** Nothing but the marker of a list item: `2.`, `• b)`. */
const ITEM_MARKER = /^\s*(?:[•⁃*+-]\s*)?(?:\(?\p{N}{1,3}|\p{L})\.?[.)]\s*$/u;
/** The endings of the phrases in `LEADING_PHRASES`. */
const LAST_OF_PHRASE = /(?:med|es|ej|ex)$/i;
/** `J`, or `U.S` without its last stop. */
const INITIALS = /^(?:\p{L}\.)*\p{L}$/u;
const NEXT_INITIAL = /^\p{L}\./u;
const CAPITAL = /^["'“‘«([¿¡]*\p{Lu}/u;
/** A sentence that begins with a time ("At 5 a.m. Mr. Smith left") continues after it. */
const TIME_FIRST = /^\s*(?:\p{L}+\s+){0,2}\d[\d:.]*\s*\p{L}\.\p{L}\.\s*$/u;

/** Every ending of a sentence that is no word, in lower case; the last four are of phrases. */
const SHORTENED: ReadonlySet<string> = new Set([
  ...LEADING_ABBREVIATIONS,
  ...NUMBERED_ABBREVIATIONS,
  ...ENDING_ABBREVIATIONS,
  ...TIME_ABBREVIATIONS,
  ...['med', 'es', 'ej', 'ex'],
]);
const [BLANK, FULL_STOP, ZERO, NINE, SMALL_A, SMALL_Z] = [32, 46, 48, 57, 97, 122];
/** A shorter number may be an ordinal or the marker of a list item. */
const YEAR_DIGITS = 4;

/**
 * True when the full stop at the end of `before` (the end of a sentence so far) belongs to an abbreviation,
 * an initial, an ordinal or a list marker, and `after`, the text that follows, does not look like a new
 * sentence.
 */
export function isAbbreviated(before: string, after: string): boolean {
  if (isPlainWordAt(before, 0, before.trimEnd().length - 1)) return false;
  if (ITEM_MARKER.test(before)) return true;
  const word = WORD_AND_STOP.exec(before)?.[1];
  if (word === undefined) return false;
  // This check is slow, so it runs only for these few words.
  if (LAST_OF_PHRASE.test(word) && LEADING_PHRASES.test(before)) return true;
  const next = NEXT_WORD.exec(after)?.[1] ?? '';
  const lower = word.toLowerCase();
  if (LEADING_ABBREVIATIONS.has(lower)) return true;
  if (/^\p{N}{1,2}$/u.test(word)) return AFTER_ORDINAL.has(next.toLowerCase());
  if (NUMBERED_ABBREVIATIONS.has(lower) && /^\p{N}/u.test(next)) return true;
  if (TIME_ABBREVIATIONS.has(lower)) return !beginsAfterTime(before, after, next);
  if (INITIALS.test(word) && NEXT_INITIAL.test(after)) return true;
  if (!ENDING_ABBREVIATIONS.has(lower) && !INITIALS.test(word)) return false;
  return !isStopWord(next.toLowerCase());
}

/**
 * Whether a text has a full stop at `stopAt` that follows an ordinary word of ASCII letters, or a year. That
 * word must follow a space and begin after `from`. Most sentences end like this, and a regular expression
 * would take ten times as long to recognise them.
 */
export function isPlainWordAt(text: string, from: number, stopAt: number): boolean {
  if (text.charCodeAt(stopAt) !== FULL_STOP) return false;
  const isInWord = isDigit(text.charCodeAt(stopAt - 1)) ? isDigit : isAsciiLetter;
  let start = stopAt;
  while (start > from && isInWord(text.charCodeAt(start - 1))) start--;
  if (start === from || text.charCodeAt(start - 1) !== BLANK) return false;
  if (isInWord === isDigit) return stopAt - start >= YEAR_DIGITS;
  return stopAt - start >= 2 && !SHORTENED.has(text.slice(start, stopAt).toLowerCase());
}

function isAsciiLetter(code: number): boolean {
  // The bit of 32 turns a capital letter into a small one.
  return (code | 32) >= SMALL_A && (code | 32) <= SMALL_Z;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function beginsAfterTime(before: string, after: string, next: string): boolean {
  return CAPITAL.test(after) && !AFTER_TIME.has(next.toLowerCase()) && !TIME_FIRST.test(before);
}

/**
 * True when the stop at the end of `before`, without text after it, ends a sentence: it follows an ordinary
 * word. To be asked only if `isAbbreviated` is false.
 */
export function ordinaryWordEnds(before: string): boolean {
  const word = WORD_AND_STOP.exec(before)?.[1];
  if (word === undefined) return !/[\p{N}.…]\.$|…$/u.test(before);
  return !/\p{N}$|\.$/u.test(word) && !NUMBERED_ABBREVIATIONS.has(word.toLowerCase());
}
