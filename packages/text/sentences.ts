import words from './abbreviations.json' with { type: 'json' };
import { once } from './once.ts';
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

const neutral = once(() => new Intl.Segmenter('und', { granularity: 'sentence' }));
// The only language with different sentence rules: the Greek question mark is a semicolon.
const greek = once(() => new Intl.Segmenter('el', { granularity: 'sentence' }));

/** The longest word or gap that is examined on either side of a boundary, in characters. */
const REACH = 48;
/** A line of at least this many characters may have been wrapped by an editor. */
const WRAPPED_LINE_CHARS = 60;

const REFERENCES = /(?:\[\d{1,3}\])+\s*/y;
const LINE_BREAK = /\n\s*$/u;
const BLANK_LINE = /\n[^\S\n]*\n\s*$/u;
const CLOSED_LINE = /[\p{Sentence_Terminal}…:;|]["'”’»)\]*_]*\s*$/u;
const NEW_BLOCK = /^(?:[-*+•–—#>|=~`]|\(?\p{N}{1,3}[.)]|\(?\p{L}[.)]\s)/u;
const ONE_OR_TWO_WORDS = /^\s*\S+(?: \S+)?\s*$/u;
// `.htm` and `!Xun` begin with a stop.
const STOP_BEFORE_WORD = /(?:^|\s)[.!?]+$/u;
const WORD = /^[\p{L}\p{N}]/u;
const LOWER_CASE = /^["'“‘«([]*\p{Ll}/u;
/** A source or comment in brackets belongs to the quotation before it. */
const QUOTE_END = /["'”’»]\s+$/u;
/** UAX 29 takes `grew. 12 cities` for an abbreviation: the letter after the stop is lower-case. */
const STOP_BEFORE_NUMBER = /(?<=\p{Ll}{4}[)"”»]?)\.\s+(?=\p{N})/gu;
const IDEOGRAPHIC_STOP = '。';

/**
 * Splits a text into sentences. Joined together, they give the same text, including its white space. Built on
 * `Intl.Segmenter` (UAX 29). Cuts after abbreviations, initials, ordinals and list numbers are undone, as are
 * cuts inside short quotations and brackets and at wrapped lines; list items inside a line are separated.
 * `language` is a BCP 47 tag; most languages need none.
 */
export function toSentences(text: string, language = 'und'): string[] {
  const sentences: string[] = [];
  const items = inlineItemStarts(text);
  let from = 0;
  let nextItem = 0;
  const cutAt = (to: number) => {
    sentences.push(text.slice(from, to));
    from = to;
  };
  for (const boundary of boundaries(text, language)) {
    for (; (items[nextItem] ?? boundary) < boundary; nextItem++) {
      const item = items[nextItem] ?? 0;
      if (item > from) cutAt(item);
    }
    const to = pastReferences(text, boundary);
    if (to > from && (to >= text.length || !runsOn(text, from, to))) cutAt(to);
  }
  return sentences;
}

/** The offsets at which a sentence may end, in ascending order; the last one is the end of the text. */
function boundaries(text: string, language: string): number[] {
  const segmenter = language.startsWith('el') ? greek() : neutral();
  const ends: number[] = [];
  for (const piece of segmenter.segment(inCommonStops(text, language)))
    ends.push(piece.index + piece.segment.length);
  const count = ends.length;
  for (const stop of text.matchAll(STOP_BEFORE_NUMBER)) ends.push(stop.index + stop[0].length);
  return ends.length === count ? ends : ends.sort((a, b) => a - b);
}

/**
 * Replaces stops that UAX 29 does not recognise, without changing the length of the text: Armenian is often
 * typed with a colon as its full stop, and a full-width full stop ends a sentence even without a space.
 */
function inCommonStops(text: string, language: string): string {
  const wide = text.includes('．') ? text.replace(/(?<!\p{N})．|．(?!\p{N})/gu, IDEOGRAPHIC_STOP) : text;
  return language.startsWith('hy') ? wide.replace(/:(?=\s|$)/g, '։') : wide;
}

/** UAX 29 cuts `claim.[1] Next` after the bracket; returns the reference's end, or the cut itself. */
function pastReferences(text: string, cut: number): number {
  const at = text[cut - 1] === '[' ? cut - 1 : cut;
  REFERENCES.lastIndex = at;
  return text[at] === '[' && REFERENCES.test(text) ? REFERENCES.lastIndex : cut;
}

/** Whether a sentence continues behind a cut, as far as the text around the cut shows. */
function runsOn(text: string, from: number, cut: number): boolean {
  const before = text.slice(Math.max(from, cut - REACH), cut);
  const after = text.slice(cut, cut + REACH);
  if (LINE_BREAK.test(before)) return isWrapped(before, after, cut - from);
  if (STOP_BEFORE_WORD.test(before)) return WORD.test(after);
  if (after.startsWith('(') && QUOTE_END.test(before)) return true;
  return LOWER_CASE.test(after) || isAbbreviated(before, after) || isInsideQuote(text, from, cut);
}

/** Whether a line break is only where an editor wrapped a line. */
function isWrapped(before: string, after: string, lineChars: number): boolean {
  if (BLANK_LINE.test(before) || CLOSED_LINE.test(before) || NEW_BLOCK.test(after)) {
    return !BLANK_LINE.test(before) && isAbbreviated(before, after) && !NEW_BLOCK.test(after);
  }
  if (lineChars >= WRAPPED_LINE_CHARS) return true;
  // Wrapped text never breaks after one or two words, so a line that short is a list item.
  return LOWER_CASE.test(after) && !ONE_OR_TWO_WORDS.test(before);
}

/** The marker of a list item inside a line: `2.`, `2)`, `2.)`, `b)`, `• 9.`. */
const MARKER = /(?:^|(?<=\s))(?:[•⁃]\s*)?(\d{1,3}|[a-z])(\.\)|[.)])\s/gu;
const MAY_HAVE_MARKERS = /[\da-z][.)]{1,2}\s/;
/** What may precede the first item: nothing, a line break or the end of a sentence. */
const BEGINNING = /(?:^|\n|[.!?:]\s)\s*$/u;
/** The number of characters before a marker in which `BEGINNING` is looked for. */
const MARKER_REACH = 8;

type Marker = {
  /** Its offset in the text. */
  readonly at: number;
  /** Its number, or the code of its letter. */
  readonly rank: number;
  /** What all markers of one list share. */
  readonly style: string;
};

/**
 * The offsets of the list items in a list that is written on one line ("1. Wash 2. Dry"), in order, without
 * the first item of each list. A list begins where a sentence may begin, and has at least two items, which
 * count up by one.
 */
function inlineItemStarts(text: string): readonly number[] {
  if (!MAY_HAVE_MARKERS.test(text)) return [];
  const starts: number[] = [];
  let last: Marker | null = null;
  for (const match of text.matchAll(MARKER)) {
    const marker = toMarker(match);
    if (last !== null && marker.rank === last.rank + 1 && marker.style === last.style) {
      starts.push(marker.at);
      last = marker;
    } else if (BEGINNING.test(text.slice(Math.max(0, marker.at - MARKER_REACH), marker.at))) {
      last = marker;
    }
  }
  return starts;
}

function toMarker(match: RegExpExecArray): Marker {
  const [, sign = '', end = ''] = match;
  const isNumber = /^\d/.test(sign);
  return {
    at: match.index,
    rank: isNumber ? Number(sign) : sign.charCodeAt(0),
    style: `${isNumber ? '1' : 'a'}${end}`,
  };
}

/** A longer quotation or parenthesis is split into its sentences. The length is in characters. */
const MAX_QUOTE_CHARS = 250;

/** Opening marks and the marks that close them. */
const PAIRS: ReadonlyArray<readonly [open: string, close: RegExp]> = [
  ['“', /”/],
  ['„', /[“”]/],
  ['«', /»/],
  ['(', /\)/],
  ['（', /）/],
  ['「', /」/],
  ['『', /』/],
];

const STRAIGHT = /"/g;
// An apostrophe is inside a word or at its end; a quotation mark opens before a word and closes after a stop.
const SINGLE_OPEN = /(?:^|[\s(])['‘](?=\p{L})/gu;
const SINGLE_CLOSE = /[.!?,…]['’]/gu;

/**
 * True when the cut is inside a quotation or bracket. It must open in the sentence that begins at `start` and
 * close in the same paragraph, each within 250 characters of the cut. Such a quotation is not split, so that
 * speech does not pause inside it.
 */
function isInsideQuote(text: string, start: number, cut: number): boolean {
  const before = text.slice(Math.max(start, cut - MAX_QUOTE_CHARS), cut);
  const after = paragraphAfter(text, cut);
  if (PAIRS.some(([open, close]) => isOpen(before, open, close) && closesFirst(after, open, close)))
    return true;
  if (count(before, STRAIGHT) % 2 === 1 && after.includes('"')) return true;
  return count(before, SINGLE_OPEN) > count(before, SINGLE_CLOSE) && /[.!?,…]['’]/u.test(after);
}

function paragraphAfter(text: string, cut: number): string {
  const after = text.slice(cut, cut + MAX_QUOTE_CHARS);
  const end = after.indexOf('\n');
  return end < 0 ? after : after.slice(0, end);
}

function isOpen(before: string, open: string, close: RegExp): boolean {
  const at = before.lastIndexOf(open);
  return at >= 0 && !close.test(before.slice(at + 1));
}

function closesFirst(after: string, open: string, close: RegExp): boolean {
  const end = after.search(close);
  const next = after.indexOf(open);
  return end >= 0 && (next < 0 || end <= next);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
