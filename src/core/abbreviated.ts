import {
  AFTER_ORDINAL,
  AFTER_TIME,
  ENDING_ABBREVIATIONS,
  LEADING_ABBREVIATIONS,
  LEADING_PHRASES,
  NUMBERED_ABBREVIATIONS,
  TIME_ABBREVIATIONS,
} from './abbreviations.ts';
import { isStopWord } from './words.ts';

const NEXT_WORD = /^["'“‘«([]*([\p{L}\p{M}]+|\p{N}+)/u;
// A degree sign, slash or hyphen is part of the word: the C of `20 °C` and the h of `km/h` are not initials.
const WORD_AND_STOP = /(?:^|[^\p{L}\p{M}\p{N}.°º/])([\p{L}\p{M}\p{N}.°º/]+)\.["'”’»)\]]*\s*$/u;
const ITEM_MARKER = /^\s*(?:[•⁃*+-]\s*)?(?:\(?\p{N}{1,3}|\p{L})\.?[.)]\s*$/u;
/** The endings of the phrases in `LEADING_PHRASES`. */
const LAST_OF_PHRASE = /(?:med|es|ej|ex)$/i;
const INITIALS = /^(?:\p{L}\.)*\p{L}$/u;
const NEXT_INITIAL = /^\p{L}\./u;
const CAPITAL = /^["'“‘«([¿¡]*\p{Lu}/u;
/** A sentence that begins with a time ("At 5 a.m. Mr. Smith left") continues after it. */
const TIME_FIRST = /^\s*(?:\p{L}+\s+){0,2}\d[\d:.]*\s*\p{L}\.\p{L}\.\s*$/u;

/**
 * Everything a lower-case word can be here, apart from an ordinary word; `LEADING_PHRASES` end with the last
 * four.
 */
const SHORTENED: ReadonlySet<string> = new Set([
  ...LEADING_ABBREVIATIONS,
  ...NUMBERED_ABBREVIATIONS,
  ...ENDING_ABBREVIATIONS,
  ...TIME_ABBREVIATIONS,
  ...['med', 'es', 'ej', 'ex'],
]);
const [BLANK, FULL_STOP, SMALL_A, SMALL_Z] = [32, 46, 97, 122];

/**
 * True when the full stop at the end of `before` (the end of a sentence so far) belongs to an abbreviation,
 * an initial, an ordinal or a list marker, and `after`, the text that follows, does not look like a new
 * sentence.
 */
export function isAbbreviated(before: string, after: string): boolean {
  if (endsInPlainWord(before)) return false;
  if (ITEM_MARKER.test(before)) return true;
  const word = WORD_AND_STOP.exec(before)?.[1];
  if (word === undefined) return false;
  // Slow, so it runs on few texts.
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
 * Recognises most sentences (those that end in ` word.`) without a regular expression, which takes ten times
 * as long.
 */
function endsInPlainWord(before: string): boolean {
  let end = before.length;
  while (end > 0 && before.charCodeAt(end - 1) === BLANK) end--;
  if (before.charCodeAt(--end) !== FULL_STOP) return false;
  let from = end;
  while (from > 0 && isSmallLetter(before.charCodeAt(from - 1))) from--;
  if (end - from < 2 || before.charCodeAt(from - 1) !== BLANK) return false;
  return !SHORTENED.has(before.slice(from, end));
}

function isSmallLetter(code: number): boolean {
  return code >= SMALL_A && code <= SMALL_Z;
}

function beginsAfterTime(before: string, after: string, next: string): boolean {
  return CAPITAL.test(after) && !AFTER_TIME.has(next.toLowerCase()) && !TIME_FIRST.test(before);
}

/** True when a full stop with no text after it yet can only end a sentence. */
export function ordinaryWordEnds(before: string): boolean {
  const word = WORD_AND_STOP.exec(before)?.[1];
  if (word === undefined) return !/[\p{N}.…]\.$|…$/u.test(before);
  return !/\p{N}$|\.$/u.test(word) && !NUMBERED_ABBREVIATIONS.has(word.toLowerCase());
}
