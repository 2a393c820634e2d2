import {
  type AnswerLinks,
  createAnswerFilter,
  createCitationFilter,
  createMarkdownSanitizer,
  createOutputPolicy,
  linkHostsOf,
} from '@sayso/markdown';
import { createRightSource } from '@sayso/verdicts';
import type { TextFilter } from './draft.ts';
import type { AnswerDeps } from './steps.ts';

/** The steps that check what is written. */
export type TextChecks = Pick<AnswerDeps, 'createCitationFilter' | 'sanitizeMarkdown'>;

/** In the result of a task, brackets are no citations. */
const NO_CITATIONS: TextFilter = { push: (piece) => piece, end: () => '', moves: [] };

/** The checks of an answer: its citations, and what it may contain. */
export function createTextChecks(links: AnswerLinks): TextChecks {
  return {
    createCitationFilter: (sources, language, plain) =>
      createAnswerFilter(
        plain === 'task'
          ? NO_CITATIONS
          : createCitationFilter(sources.length, createRightSource(sources, language)),
        createOutputPolicy(linkHostsOf(links, sources)),
      ),
    sanitizeMarkdown: createMarkdownSanitizer(links),
  };
}
