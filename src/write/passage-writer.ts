import { collapse, toSnippet } from '@sayso/text/text.ts';
import { stem, toWords, UNSPACED } from '@sayso/text/words.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import { choosePassages, type ShownPassage, shareOfForm } from './choose-passages.ts';
import { escapeMarkdown, HAS_WORD } from './escape-markdown.ts';
import { withoutInvisible } from './sanitize-for-prompt.ts';
import type { Writer } from './writer.ts';

const MAX_TITLE_CHARS = 120;
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
    .filter((part) => HAS_WORD.test(part));
  return asLine(said.map(escapeMarkdown).join(' – '));
}

/** Markdown for a line that begins no heading, list, rule or code. */
function asLine(markdown: string): string {
  return markdown.replace(BLOCK_MARK, '\\$&').replace(LIST_NUMBER, '$1\\$2');
}

function holdsWords({ passages }: Source): boolean {
  return passages.some(({ text }) => HAS_WORD.test(text));
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
