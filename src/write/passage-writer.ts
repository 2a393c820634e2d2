import { collapse, toSnippet } from '@sayso/text/text.ts';
import { stem, toWords, UNSPACED } from '@sayso/text/words.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import { choosePassages, type ShownPassage, shareOfForm } from './choose-passages.ts';
import { withoutInvisible } from './sanitize-for-prompt.ts';
import type { Writer } from './writer.ts';

const MAX_TITLE_CHARS = 120;
const WORD = /[\p{L}\p{N}]/u;
/** What could begin a block, but not bold text or an escape. */
const BLOCK_MARK = /^(?!\*\*|\\)[#>+*=~`|<:_-]/;
const LIST_NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** The sentences of the service above passages, in the language of the answer. */
type PassageWords = {
  /** Says that no language model is set up. */
  readonly noModelSetUp: string;
  /** Introduces the passages. */
  readonly passagesFit: string;
};

/**
 * Shows passages in place of an answer: up to three quotes that have most of the question's words, each below
 * its title and heading, with its number and with these words in bold. If nothing fits, it says only that no
 * model is set up.
 * @param wordsFor returns the sentences of the service in the language of an answer
 */
export function createPassageWriter(
  wordsFor: (question: Question, sources: readonly Source[]) => PassageWords,
): Writer {
  return {
    name: 'extractive',
    needsSources: true,
    async *write({ question, sources, searchedFor = question.text }, signal) {
      signal.throwIfAborted();
      if (!sources.some(holdsWords))
        throw new Failure('model-unavailable', 'The sources contain no text to quote.');
      const { noModelSetUp, passagesFit } = wordsFor(question, sources);
      const passages = quotePassages(searchedFor, sources);
      const lead = passages === '' ? noModelSetUp : `${noModelSetUp} ${passagesFit}\n\n${passages}`;
      yield { type: 'text', text: lead };
      yield { type: 'usage', tokens: 0 };
    },
  };
}

/** The passages that fit a question best, as Markdown with citations; empty if none fits. */
export function quotePassages(question: string, sources: readonly Source[]): string {
  const { passages, terms } = choosePassages(question, sources);
  const quoted = passages.filter(({ text }) => toQuote(text) !== '');
  const blocks = [...Map.groupBy(quoted, ({ index }) => index).values()].flatMap((ofSource) => {
    // What has no heading of its own would seem to be below the one before it.
    const places = Map.groupBy(
      ofSource.toSorted((one, other) => Number(sectionOf(one) !== '') - Number(sectionOf(other) !== '')),
      sectionOf,
    );
    return [...places].flatMap(([section, ofPlace], at) => [
      at === 0 ? headingOf(ofPlace[0] as ShownPassage) : toLine([section]),
      ...ofPlace.map(({ text, index }) => `> ${asLine(markWords(toQuote(text), terms))} [${index}]`),
    ]);
  });
  return blocks.join('\n\n');
}

/** The heading above the passage, if it says more than the title of the source. */
function sectionOf({ title, heading }: ShownPassage): string {
  return title.toLowerCase().includes(heading.toLowerCase()) ? '' : heading;
}

/** The title of the source, the heading above the passage, and the day of publication. */
function headingOf(passage: ShownPassage): string {
  const { title, day } = passage;
  return toLine([title, sectionOf(passage), /^\d{4}-\d\d-\d\d$/.test(day) ? day : '']);
}

function toLine(parts: readonly string[]): string {
  const said = parts
    .map((part) => toSnippet(toQuote(collapse(part)), MAX_TITLE_CHARS))
    .filter((part) => WORD.test(part));
  return asLine(said.map(escapeMarkdown).join(' – '));
}

/** Markdown for a line that begins no heading, list, rule or code. */
function asLine(markdown: string): string {
  return markdown.replace(BLOCK_MARK, '\\$&').replace(LIST_NUMBER, '$1\\$2');
}

function holdsWords({ passages }: Source): boolean {
  return passages.some(({ text }) => WORD.test(text));
}

/** List markers, including emoji. */
const LEADING_MARK =
  /^(?:(?:[-*+•·–—#>|→]|(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier})+|\(?\d{1,3}[.)])\s+/u;
/** The page's own reference marks, in the notations that would count as citations of the answer. */
const REFERENCE =
  /\s?[[［【〔]\s*(?:sources? ?:? ?)?\^?\d{1,3}(?:[\s,;，、&:†^‑–—-]+\d{1,3})*\^?\s*[\]］】〕]/giu;
const MAY_CITE = /[[［【〔][\s\\[]{0,8}(?:sources? ?:? ?)?\^?\d/iu;
/** The opening brackets; every other bracket closes. */
const OPENING_BRACKET: Readonly<Record<string, string>> = { '[': '(', '［': '(', '【': '(', '〔': '(' };

/**
 * A sentence of a source as a quote: on one line, without list markers, invisible characters and the page's
 * own reference marks (`[12]`), otherwise verbatim. No number stays in square brackets, because a reader
 * would take it for a citation.
 */
export function toQuote(sentence: string): string {
  const line = collapse(withoutInvisible(sentence)).replace(LEADING_MARK, '').replace(REFERENCE, '').trim();
  return MAY_CITE.test(line)
    ? line.replace(/[[\]［］【】〔〕]/gu, (mark) => OPENING_BRACKET[mark] ?? ')')
    : line;
}

const RUN = /\*+|_+|~+|`+/g;
const IN_WORD = /[\p{L}\p{N}]/u;
/**
 * A backslash that a parser would read as an escape, or that is the last character (CommonMark 0.31, 2.4).
 */
const BACKSLASH = /\\(?=[!-/:-@[-`{-~]|$)/g;
/** Characters that could begin an element, an autolink or an entity, or end a link or a citation. */
const OPENING_MARK =
  /<(?=[a-z/!?]|[^\s<>]{1,80}@)|&(?=#x?[\da-f]{1,8};|[a-z][\da-z]{1,40};)|\](?=\()|\[(?=[\s[]{0,8}\^?\d)/gi;
const DOLLAR = /\$/g;
const URL_START = /https?:(?=\/\/)/gi;

type Run = {
  readonly mark: string;
  readonly at: number;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
};

/**
 * Escapes text as Markdown that renders as exactly this text, for one line that does not begin a block. Only
 * characters that a parser would read as markup get a backslash, so that the source stays readable:
 * `snake_case`, `2 * 3` and `a | b` need none. A web address stays as it is unless it contains markup; then
 * its colon is escaped, because a backslash would become part of the link.
 */
export function escapeMarkdown(text: string): string {
  const escaped = new Set([
    ...placesOf(BACKSLASH, text),
    ...placesOf(OPENING_MARK, text),
    ...activeRuns(text),
  ]);
  if (escaped.size === 0) return text;
  // Between dollar signs, as in a formula, the backslash itself would be shown.
  for (const at of placesOf(DOLLAR, text)) escaped.add(at);
  for (const { index, 0: scheme } of text.matchAll(URL_START)) {
    if (holdsAny(escaped, index, endOfWord(text, index))) escaped.add(index + scheme.length - 1);
  }
  let markdown = '';
  let from = 0;
  for (const at of [...escaped].sort((one, other) => one - other)) {
    markdown += `${text.slice(from, at)}\\`;
    from = at;
  }
  return markdown + text.slice(from);
}

function placesOf(pattern: RegExp, text: string): number[] {
  return Array.from(text.matchAll(pattern), ({ index }) => index);
}

/**
 * The offsets of all paired emphasis, strikethrough and code marks (CommonMark 0.31, 6.1 and 6.2); may
 * include a few that are not.
 */
function activeRuns(text: string): number[] {
  const runs = Array.from(text.matchAll(RUN), ({ 0: marks, index }) => toRun(text, marks, index));
  const active = [...'*_~'].flatMap((mark) => {
    const own = runs.filter((run) => run.mark === mark && (run.opens || run.closes));
    const first = own.findIndex(({ opens }) => opens);
    return first >= 0 && own.slice(first + 1).some(({ closes }) => closes) ? own : [];
  });
  const code = runs.filter(({ mark }) => mark === '`');
  const hasPair = new Set(code.map(({ length }) => length)).size < code.length;
  return [...active, ...(hasPair ? code : [])].flatMap(({ at, length }) =>
    Array.from({ length }, (_, offset) => at + offset),
  );
}

function toRun(text: string, marks: string, at: number): Run {
  const [before = '"', after = '"'] = [text[at - 1], text[at + marks.length]];
  const inWord = marks.startsWith('_') && IN_WORD.test(before) && IN_WORD.test(after);
  return {
    mark: marks.charAt(0),
    at,
    length: marks.length,
    opens: !inWord && !/\s/u.test(after),
    closes: !inWord && !/\s/u.test(before),
  };
}

function endOfWord(text: string, from: number): number {
  const length = text.slice(from).search(/\s/u);
  return length < 0 ? text.length : from + length;
}

function holdsAny(places: ReadonlySet<number>, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (places.has(at)) return true;
  return false;
}

/** They stand for the marks until the text is escaped; they are of private use, and removed from the text. */
const [OPENS, CLOSES] = ['\uE000', '\uE001'];
/** What stands between two spaces; an address or code in it is left alone. */
const CHUNK = /\S+/gu;
const BUSY = /:\/\/|[/@\\`*_~<>[\]$=]/u;
const WORD_RUN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const BARE_DOLLAR = /(?<!\\)\$/g;

/** A text as Markdown for one line, with the words of a question in bold. `terms` are their stems. */
function markWords(text: string, terms: readonly string[]): string {
  const marked = text
    .replaceAll(OPENS, '')
    .replaceAll(CLOSES, '')
    .replace(CHUNK, (chunk) =>
      BUSY.test(chunk) ? chunk : chunk.replace(WORD_RUN, (word) => mark(word, terms)),
    );
  const markdown = escapeMarkdown(marked);
  // Bold text between two dollar signs would be read as a formula.
  return markdown.replace(BARE_DOLLAR, '\\$').replaceAll(OPENS, '**').replaceAll(CLOSES, '**');
}

function mark(word: string, terms: readonly string[]): string {
  if (HAS_UNSPACED.test(word)) return markWithin(word, terms);
  const stems = new Set(toWords(word).map(stem));
  return terms.some((term) => shareOfForm(term, stems) > 0) ? OPENS + word + CLOSES : word;
}

/** Marks the terms in a run without spaces, the longest first. */
function markWithin(run: string, terms: readonly string[]): string {
  const [longest] = terms
    .filter((term) => run.includes(term) && term.length > 1)
    .sort((one, other) => other.length - one.length);
  if (longest === undefined) return run;
  const at = run.indexOf(longest);
  const after = run.slice(at + longest.length);
  return markWithin(run.slice(0, at), terms) + OPENS + longest + CLOSES + markWithin(after, terms);
}
