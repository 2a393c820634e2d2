import {
  AFTER_ORDINAL,
  ENDING_ABBREVIATIONS,
  LEADING_ABBREVIATIONS,
  NUMBERED_ABBREVIATIONS,
} from './abbreviations.ts';
import { isStopWord } from './words.ts';

const neutral = new Intl.Segmenter('und', { granularity: 'sentence' });
// The only tailoring of sentences that changes anything: the Greek question mark is a semicolon.
const greek = new Intl.Segmenter('el', { granularity: 'sentence' });

/** Longest word or gap that is looked at on either side of a boundary. */
const REACH = 48;
/** A line at least this long may have been broken by an editor and not by its author. */
const WRAPPED_LINE_CHARS = 60;

const REFERENCES = /(?:\[\d{1,3}\])+\s*/y;
const LINE_BREAK = /\n\s*$/u;
const BLANK_LINE = /\n[^\S\n]*\n\s*$/u;
const CLOSED_LINE = /[\p{Sentence_Terminal}…:;|]["'”’»)\]*_]*\s*$/u;
const NEW_BLOCK = /^(?:[-*+•–—#>|=~`]|\(?\p{N}{1,3}[.)]|\(?\p{L}[.)]\s)/u;
// `.htm` and `!Xun` begin with a stop.
const STOP_BEFORE_WORD = /(?:^|\s)[.!?]+$/u;
const WORD = /^[\p{L}\p{N}]/u;
const LOWER_CASE = /^["'“‘«([]*\p{Ll}/u;
const NEXT_WORD = /^["'“‘«([]*([\p{L}\p{M}]+|\p{N}+)/u;
const WORD_AND_STOP = /(?:^|[^\p{L}\p{M}\p{N}.])([\p{L}\p{M}\p{N}.]+)\.["'”’»)\]]*\s*$/u;
const ITEM_MARKER = /^\s*(?:\(?\p{N}{1,3}|\p{L})\.?[.)]\s*$/u;
const INITIALS = /^(?:\p{L}\.)*\p{L}$/u;

/**
 * Cuts a text into sentences; put together again they give the text back, white space included. Built on
 * `Intl.Segmenter` (UAX 29), whose cuts are undone after abbreviations, initials, ordinals and list numbers and where an
 * editor broke the line. `language` is a BCP 47 tag; most languages need none.
 */
export function toSentences(text: string, language = 'und'): string[] {
  const segmenter = language.startsWith('el') ? greek : neutral;
  const sentences: string[] = [];
  let from = 0;
  for (const piece of segmenter.segment(text)) {
    const to = pastReferences(text, piece.index + piece.segment.length);
    if (to <= from || (to < text.length && runsOn(text, from, to))) continue;
    sentences.push(text.slice(from, to));
    from = to;
  }
  return sentences;
}

/** UAX 29 cuts `claim.[1] Next` behind the bracket: moves such a cut behind the reference. */
function pastReferences(text: string, cut: number): number {
  const at = text[cut - 1] === '[' ? cut - 1 : cut;
  REFERENCES.lastIndex = at;
  return text[at] === '[' && REFERENCES.test(text) ? REFERENCES.lastIndex : cut;
}

function runsOn(text: string, from: number, cut: number): boolean {
  const before = text.slice(Math.max(from, cut - REACH), cut);
  const after = text.slice(cut, cut + REACH);
  if (LINE_BREAK.test(before)) return isWrapped(before, after, cut - from);
  if (STOP_BEFORE_WORD.test(before)) return WORD.test(after);
  return LOWER_CASE.test(after) || isAbbreviated(before, after);
}

function isWrapped(before: string, after: string, lineChars: number): boolean {
  if (BLANK_LINE.test(before) || CLOSED_LINE.test(before) || NEW_BLOCK.test(after)) {
    return !BLANK_LINE.test(before) && isAbbreviated(before, after) && !NEW_BLOCK.test(after);
  }
  return LOWER_CASE.test(after) || lineChars >= WRAPPED_LINE_CHARS;
}

/**
 * True when the full stop at the end of `before` belongs to an abbreviation, an initial, an ordinal or a list marker,
 * and `after`, the text that follows, does not look like a new sentence.
 */
export function isAbbreviated(before: string, after: string): boolean {
  if (ITEM_MARKER.test(before)) return true;
  const word = WORD_AND_STOP.exec(before)?.[1];
  if (word === undefined) return false;
  const next = NEXT_WORD.exec(after)?.[1] ?? '';
  const lower = word.toLowerCase();
  if (LEADING_ABBREVIATIONS.has(lower)) return true;
  if (/^\p{N}{1,2}$/u.test(word)) return AFTER_ORDINAL.has(next.toLowerCase());
  if (NUMBERED_ABBREVIATIONS.has(lower) && /^\p{N}/u.test(next)) return true;
  if (!ENDING_ABBREVIATIONS.has(lower) && !INITIALS.test(word)) return false;
  return !isStopWord(next.toLowerCase());
}

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}(?=[^`]*$)|~{3,})/;
/** A closing fence stands alone on its line, without list marker or language (CommonMark 0.31.2, 4.5). */
const FENCE_END = /^[\s>]*(`{3,}|~{3,})\s*$/;
const LIST_ITEM = /^[\s>]*(?:[-*+•]|\d{1,9}[.)])\s+\S/u;
const HEADING = /^[\s>]*#{1,6}\s+\S/u;
const TABLE_ROW = /^[\s>]*\|.*\|\s*$/u;
const PROMISES_MORE = /[:,;，；：、]["'”’)\]*_]*\s*$/u;
const MARKUP_BEFORE_TEXT = /^[\s>*_#-]+/u;

const CODE_SPAN = /(`+)[^`]+\1(?!`)/g;
const LINK_TARGET = /\]\([^()\s]*\)/g;
const BOLD = /\*\*(?=\S)((?:(?!\*\*).)+?)(["'”’.!?。！？]*)\*\*/gu;
const OPEN_MARKUP = /`|\]\(|(?<![^\s(])\*\*(?=\S)/;

// Stops, what closes with them, then citations and what closes with those.
const ENDING =
  /([\p{Sentence_Terminal}…]+)(["'”’»›」』）】〉》)\]*_~]*)((?:\s?\[\d{1,3}(?:, ?\d{1,3})*\])*)[*_~]*/gu;
const ASCII_STOP = /^[.!?…]+$/;
const CITATION_BEGUN = /^\[[\d, ]*$/;

type Line = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly code: 'none' | 'inside' | 'closing';
};

/**
 * The longest beginning of a Markdown text that ends with a finished sentence, for an answer that was cut by time; an
 * empty string where nothing is finished. Quotes, brackets and citations (`[1]`) behind a stop belong to the sentence. A
 * heading, list item, table row or paragraph ended by its line break is finished too. Never ends inside code, and
 * an open code fence is left out whole. A full stop at the very end counts behind an ordinary word only.
 */
export function finishedSentences(markdown: string): string {
  const lines = toLines(markdown);
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i];
    if (line === undefined || line.code === 'inside') continue;
    if (line.code === 'closing' || isClosedBlock(line, lines[i + 1]))
      return markdown.slice(0, line.to).trimEnd();
    const end = lastSentenceEnd(markdown, line);
    if (end > 0) return markdown.slice(0, end);
  }
  return '';
}

/** The lines of the text with their part in code blocks; those of a fence that is still open are left out. */
function toLines(markdown: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  let fence: { readonly mark: string; readonly at: number } | undefined;
  for (const text of markdown.split('\n')) {
    const mark = FENCE.exec(text)?.[1];
    const closes = fence !== undefined && FENCE_END.exec(text)?.[1]?.startsWith(fence.mark) === true;
    const code = closes ? 'closing' : fence === undefined && mark === undefined ? 'none' : 'inside';
    if (closes) fence = undefined;
    else if (fence === undefined && mark !== undefined) fence = { mark, at: lines.length };
    lines.push({ from, to: from + text.length, text, code });
    from += text.length + 1;
  }
  return fence === undefined ? lines : lines.slice(0, fence.at);
}

function isClosedBlock(line: Line, next: Line | undefined): boolean {
  if (next === undefined || line.text.trim() === '' || PROMISES_MORE.test(line.text)) return false;
  if (HEADING.test(line.text) || LIST_ITEM.test(line.text) || TABLE_ROW.test(line.text)) return true;
  return next.text.trim() === '' && next.to > 0 && /[\p{L}\p{N}]/u.test(line.text);
}

/** Where the last finished sentence of the line ends in the whole text, or 0. */
function lastSentenceEnd(markdown: string, line: Line): number {
  let end = 0;
  for (const match of withoutSpans(line.text).matchAll(ENDING)) {
    const to = line.from + match.index + match[0].length;
    if (isSentenceEnd(markdown, line, match, to)) end = to;
  }
  return end;
}

/** The line, as long as before or cut at markup that is still open, without the stops inside code, links and bold. */
function withoutSpans(line: string): string {
  const masked = line
    .replace(CODE_SPAN, (span) => 'x'.repeat(span.length))
    .replace(LINK_TARGET, (span) => 'x'.repeat(span.length))
    .replace(BOLD, (_, inner: string, stops: string) => `xx${'x'.repeat(inner.length)}${stops}**`);
  const open = masked.search(OPEN_MARKUP);
  // Bold that was masked still ends in `**`, which only looks open before a letter.
  return open === -1 ? masked : masked.slice(0, open);
}

function isSentenceEnd(markdown: string, line: Line, match: RegExpExecArray, to: number): boolean {
  const [, stops = '', closers = '', citations = ''] = match;
  if (citations !== '' || !ASCII_STOP.test(stops)) return true;
  const rest = markdown.slice(to, to + REACH);
  const after = rest.trimStart();
  if (after !== '' && after === rest) return CITATION_BEGUN.test(rest);
  if (LOWER_CASE.test(after) && !rest.includes('\n')) return false;
  if (!stops.endsWith('.') && stops !== '…') return true;
  const before = markdown.slice(Math.max(line.from, to - REACH), line.from + match.index + stops.length);
  if (isAbbreviated(before.replace(MARKUP_BEFORE_TEXT, ''), after)) return false;
  return after !== '' || (closers !== '' && !/\p{N}\.$/u.test(before)) || isOrdinaryEnd(before);
}

/** True when a full stop that nothing follows yet can only be the end of a sentence. */
function isOrdinaryEnd(before: string): boolean {
  const word = WORD_AND_STOP.exec(before)?.[1];
  if (word === undefined) return !/[\p{N}.…]\.$|…$/u.test(before);
  return !/\p{N}$|\.$/u.test(word) && !NUMBERED_ABBREVIATIONS.has(word.toLowerCase());
}
