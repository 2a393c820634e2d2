import {
  type AnswerLinks,
  createAnswerFilter,
  createCitationFilter,
  createMarkdownSanitizer,
  createOutputPolicy,
  linkHostsOf,
} from '../lib/markdown/index.ts';
import { createRightSource } from '../lib/verdicts/index.ts';
import type { TextFilter } from './draft.ts';
import type { AnswerDeps } from './steps.ts';

/** The steps that check what is written. */
export type TextChecks = Pick<AnswerDeps, 'createCitationFilter' | 'sanitizeMarkdown'>;

/** The checks of an answer: its citations, and what it may contain. */
export function createTextChecks(links: AnswerLinks): TextChecks {
  return {
    createCitationFilter: (sources, language) =>
      createAnswerFilter(
        createCitationFilter(sources.length, createRightSource(sources, language)),
        createOutputPolicy(linkHostsOf(links, sources)),
      ),
    sanitizeMarkdown: createMarkdownSanitizer(links),
  };
}

const NO_CITATIONS: TextFilter = { push: (piece) => piece, end: () => '', moves: [] };

/** The checks of the result of a task, in which brackets are no citations. */
export function createTaskChecks(links: AnswerLinks): TextChecks {
  return {
    createCitationFilter: () => createAnswerFilter(NO_CITATIONS, createOutputPolicy(linkHostsOf(links, []))),
    sanitizeMarkdown: createMarkdownSanitizer(links),
  };
}
