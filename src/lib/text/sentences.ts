import { isAbbreviated } from './abbreviations.ts';
import { inlineItemStarts } from './inline-items.ts';
import { isInsideQuote } from './inside-quote.ts';
import { once } from './once.ts';

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
/**
 * UAX 29 treats `grew. 12 cities` as an abbreviation, because the first letter after the stop is lower-case.
 */
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

/**
 * UAX 29 cuts `claim.[1] Next` after the opening bracket. Returns the end of the reference for such a cut,
 * otherwise the cut itself.
 */
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
