import { isAbbreviated, isPlainWordAt } from '@sayso/text/sentences.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Passage, SelectedSource } from './source.ts';
import { isDense, toPlainWords } from './terms.ts';

/** A sentence, or a part of one that is too long. The sentences of a text follow one another without gaps. */
export type PageSentence = {
  readonly text: string;
  /** The offset of its first character in the text of the page. */
  readonly from: number;
  /** The offset behind its last character. */
  readonly to: number;
  /** The number of tokens that it has after a space, without the white space at its end. */
  readonly tokens: number;
  /** Its words (`toPlainWords`), for ranking and repeats. */
  readonly words: readonly string[];
};

/**
 * Text without stops (tables, menus, code, Thai) is one sentence of any length; it is cut at a space after
 * this many characters.
 */
const MAX_SENTENCE_CHARS = 500;
/** The maximum length in scripts without spaces, whose characters carry more meaning. */
const MAX_DENSE_CHARS = 200;
/** The places where a sentence that is too long may be cut. */
const GAPS = [' ', '\n', '、', '，'];
/** A line of at least this many characters may have been wrapped by an editor. */
const WRAPPED_LINE_CHARS = 60;
/**
 * After this many sentences, the rest of a text is cut by length alone. News pages have about 300; thousands
 * of one-word sentences are not prose, and each costs time in every later step.
 */
const MAX_SENTENCES = 1000;
/** How many characters before and after a stop are examined for abbreviations. */
const REACH = 24;
/** An abbreviation is short; after a longer word, a full stop ends a sentence. */
const LONGEST_ABBREVIATION = 7;

/**
 * A line break, or stops and the closing marks after them. A run of stops is tried only from its start,
 * so that the time is linear.
 */
const BREAK = /\n\s*|(?<![.!?…])[.!?…]+["'”’»)\]]*\s+|[。！？｡॥।؟۔።]+["'”’»」』）】〉》)\]]*\s*/g;
const [SMALL_A, SMALL_Z] = [97, 122];
const LOWER_CASE = /^["'“‘«([]*\p{Ll}/u;

/**
 * Cuts a text into sentences; joined, they are the text. It is coarser than `toSentences`, which is for text
 * that is shown or spoken, but six times as fast: here, a wrong cut makes a sentence longer or shorter.
 * Takes linear time; yields at most `MAX_SENTENCES` sentences plus one for each further 500 characters
 * (200 in scripts without spaces).
 */
export function cutSentences(text: string): PageSentence[] {
  const sentences: PageSentence[] = [];
  /** Adds a sentence; one that is too long is cut into several. */
  const add = (start: number, end: number) => {
    const most = mostCharsIn(text, start, end);
    for (let at = start; at < end; ) {
      const to = end - at > most ? cutNear(text, at, at + most) : end;
      sentences.push(toSentence(text, at, to));
      at = to;
    }
  };
  let from = 0;
  for (const stop of text.matchAll(BREAK)) {
    if (sentences.length >= MAX_SENTENCES) break;
    if (!isEnd(text, from, stop)) continue;
    const to = stop.index + stop[0].length;
    add(from, to);
    from = to;
  }
  add(from, text.length);
  return sentences;
}

/** The sentence between two offsets of a text. */
export function toSentence(text: string, from: number, to: number): PageSentence {
  return new CutSentence(text.slice(from, to), from, to);
}

/**
 * A class, because thousands of sentences are made for each question, and getters on each object would cost
 * more than everything else.
 */
class CutSentence implements PageSentence {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  #words: readonly string[] | undefined;
  #tokens: number | undefined;

  constructor(text: string, from: number, to: number) {
    this.text = text;
    this.from = from;
    this.to = to;
  }

  /** Computed on demand, so that other tasks can run between the sentences of a page. */
  get words(): readonly string[] {
    this.#words ??= toPlainWords(this.text);
    return this.#words;
  }

  /** Computed on demand, because for most sentences no room is left by the time they are reached. */
  get tokens(): number {
    this.#tokens ??= estimateTokens(` ${this.text.trim()}`);
    return this.#tokens;
  }
}

/** Whether a match of `BREAK` ends the sentence that begins at `from`. */
function isEnd(text: string, from: number, match: RegExpExecArray): boolean {
  const { index: at, 0: stop } = match;
  const to = at + stop.length;
  if (stop.includes('\n')) {
    if (goesOn(text, match)) return false;
    const isWrapped = at - from >= WRAPPED_LINE_CHARS && stop.indexOf('\n') === stop.lastIndexOf('\n');
    return !(isWrapped && isLowerCaseAt(text, to));
  }
  // Beyond the ellipsis are the stops of scripts that have no abbreviations and no small letters.
  if (stop.charCodeAt(0) > 0x2026) return true;
  if (isLowerCaseAt(text, to)) return false;
  if (!stop.startsWith('.') || isPlainWordAt(text, from, at)) return true;
  const before = text.slice(Math.max(from, at - REACH), at);
  const wordChars = before.length - 1 - before.lastIndexOf(' ');
  return wordChars > LONGEST_ABBREVIATION || !isAbbreviated(before + stop, text.slice(to, to + REACH));
}

/**
 * Whether a line goes on with the one above, as in code: it is indented, or begins with a closing bracket.
 * After a full stop it begins a paragraph.
 */
function goesOn(text: string, { index, 0: stop }: RegExpExecArray): boolean {
  if (!stop.startsWith('\n')) return false;
  return /[ \t]$/.test(stop) || /[)\]}]/.test(text[index + stop.length] ?? '');
}

/**
 * Whether a sentence at this position would begin with a small letter. ASCII is checked first, because a
 * regular expression is slow.
 */
function isLowerCaseAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Bit 32 turns a capital into a small letter.
  const isAsciiLetter = (code | 32) >= SMALL_A && (code | 32) <= SMALL_Z;
  return isAsciiLetter ? code >= SMALL_A : LOWER_CASE.test(text.slice(at, at + REACH));
}

function mostCharsIn(text: string, from: number, end: number): number {
  const isLong = end - from > MAX_DENSE_CHARS;
  return isLong && isDense(text.slice(from, end)) ? MAX_DENSE_CHARS : MAX_SENTENCE_CHARS;
}

function cutNear(text: string, from: number, limit: number): number {
  const window = text.slice(from, limit + 1);
  // Of code, whole lines.
  const line = window.lastIndexOf('\n');
  if (line > window.length / 2) return from + line + 1;
  const gap = Math.max(...GAPS.map((mark) => window.lastIndexOf(mark)));
  if (gap > 0) return from + gap + 1;
  // The cut is never between the two halves of a surrogate pair.
  return text.codePointAt(limit - 1) === text.charCodeAt(limit - 1) ? limit : limit - 1;
}

/**
 * Joins sentences of one text, in order, into passages: adjacent sentences become one passage, without the
 * white space around it.
 */
export function toPassages(text: string, sentences: readonly Pick<PageSentence, 'from' | 'to'>[]): Passage[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { from, to } of sentences) {
    const last = ranges.at(-1);
    if (last?.to === from) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges.map(({ from, to }) => toPassage(text, from, to)).filter((passage) => passage.text !== '');
}

function toPassage(text: string, from: number, to: number): Passage {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  const trimmed = part.trim();
  return { text: trimmed, from: start, to: start + trimmed.length };
}

/** The text of a source, whose tokens are counted. */
type CountedSource = Pick<SelectedSource, 'title' | 'passages'>;

/** A token seldom has this many characters, so a longer text certainly does not fit and need not be counted. */
export const MAX_TOKEN_CHARS = 10;

/** About how many tokens sources have: a title, a colon, and the passages, each on a separate line. */
export function tokensOfSources(sources: readonly CountedSource[]): number {
  return estimateTokens(textOf(sources));
}

/** Whether sources have at most this many tokens. */
export function fit(sources: readonly CountedSource[], maxTokens: number): boolean {
  const text = textOf(sources);
  return text.length <= maxTokens * MAX_TOKEN_CHARS && estimateTokens(text) <= maxTokens;
}

function textOf(sources: readonly CountedSource[]): string {
  return sources.map(toText).join('\n');
}

function toText({ title, passages }: CountedSource): string {
  return passages.length === 0 ? title : `${title}: ${passages.map(({ text }) => text).join('\n')}`;
}

/**
 * Makes sources from the selected sentences; while they have too many tokens, the sentences that were
 * selected last are removed. A text has slightly more or fewer tokens than its sentences counted one by one,
 * so this nearly always takes one or two rounds.
 */
export function trim<Text extends CountedSource>(
  taken: ReadonlySet<PageSentence>,
  maxTokens: number,
  toSources: (sentences: ReadonlySet<PageSentence>) => readonly Text[],
): readonly Text[] {
  const kept = [...taken];
  for (;;) {
    const sources = toSources(new Set(kept));
    const excess = tokensOfSources(sources) - maxTokens;
    if (excess <= 0 || kept.length === 0) return sources;
    for (let less = 0; less < excess && kept.length > 0; ) less += kept.pop()?.tokens ?? 0;
  }
}
