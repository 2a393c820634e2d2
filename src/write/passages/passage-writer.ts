import { collapse, toSnippet } from '@sayso/text/text.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import type { Source } from '../../core/source.ts';
import type { Writer } from '../writer.ts';
import { choosePassages, type ShownPassage } from './choose-passages.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { markWords } from './mark-words.ts';
import { toQuote } from './quote.ts';

const MAX_TITLE_CHARS = 120;
const WORD = /[\p{L}\p{N}]/u;
/** What could begin a block, but not bold text or an escape. */
const BLOCK_MARK = /^(?!\*\*|\\)[#>+*=~`|<:_-]/;
const LIST_NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** The sentences of the service above passages, in the language of the answer. */
export type PassageWords = {
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
  return passages
    .flatMap((passage) => {
      const quote = toQuote(passage.text);
      return quote === ''
        ? []
        : [`${headingOf(passage)}\n\n> ${asLine(markWords(quote, terms))} [${passage.index}]`];
    })
    .join('\n\n');
}

/** The title of the source, and the heading above the passage. */
function headingOf({ title, heading }: ShownPassage): string {
  const parts = [title, heading].map((part) => toSnippet(toQuote(collapse(part)), MAX_TITLE_CHARS));
  const distinct = [...new Set(parts)].filter((part) => WORD.test(part));
  return asLine(distinct.map(escapeMarkdown).join(' – '));
}

/** Markdown for a line that begins no heading, list, rule or code. */
function asLine(markdown: string): string {
  return markdown.replace(BLOCK_MARK, '\\$&').replace(LIST_NUMBER, '$1\\$2');
}

function holdsWords({ passages }: Source): boolean {
  return passages.some(({ text }) => WORD.test(text));
}
