import { topLevelParts } from './growing-markdown.ts';
import { type CitedSource, createCitationLinks, toHtml } from './html.ts';
import { parseDefining, parseMarkdown } from './markdown.ts';
import { statementsIn } from './statements.ts';

/** What the service and other programs use of this library; see README.md. */

export { type Block, createBlockRenderer, createMarkedBlockRenderer } from './block-renderer.ts';
export type { CitationPosition } from './checked-text.ts';
export { type CitationFilter, citationPositions, createCitationFilter } from './citations.ts';
export { createGrowingMarkdown, type Growth } from './growing-markdown.ts';
export { ALLOWED_TAGS, type CitedSource, createCitationLinks, LINK_REL, toHtml } from './html.ts';
export { type LinkHosts, linkHostsOf } from './link-policy.ts';
export type { MarkdownToken } from './markdown.ts';
export {
  ALLOWED_URL_STARTS,
  alternativeText,
  CITATION_TOKEN,
  MATH_TOKEN,
  parseDefining,
  parseMarkdown,
  TASK_BOX_TOKEN,
} from './markdown.ts';
export { loadFormulas, loadFormulasFor } from './math.ts';
export type { CitationMove } from './moved-citations.ts';
export {
  createAnswerFilter,
  createMarkdownSanitizer,
  // The former name, which programs may still use.
  createMarkdownSanitizer as createToHarmless,
  createOutputPolicy,
} from './output-policy.ts';
export { toPlainAddress, toPlainLine, toPlainMarkdown } from './plain-markdown.ts';
export { createGrowingStatements, type Statement, toStatements } from './statements.ts';

/** Options of `readMarkdown`. */
type MarkdownOptions = {
  /** The sources; `[n]` becomes a link to source n. Without a source of that number, it stays text. */
  readonly sources?: readonly CitedSource[];
};

/** A sentence; also a heading, an item of a list or a row of a table without a full stop. */
type MarkdownStatement = {
  /** Plain text without markup and citations. */
  readonly text: string;
  /** Its place in the Markdown, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** The numbers of the sources that it cites, in the order of the text. */
  readonly citations: readonly number[];
  readonly isHeading: boolean;
};

/** Markdown that was read. */
type ReadMarkdown = {
  /** Safe HTML: no scripts, styles, images or raw HTML; links only to http, https and mailto. */
  readonly html: string;
  /** The HTML of each top-level block, in order; joined, they are `html`. */
  readonly blocks: readonly string[];
  /** The statements, in order; blocks of code have none. */
  readonly statements: readonly MarkdownStatement[];
};

/** Reads CommonMark, GFM, formulas and citations. Never throws; takes linear time. */
export function readMarkdown(markdown: string, { sources = [] }: MarkdownOptions = {}): ReadMarkdown {
  const tokens = parseDefining(markdown, sources.length) ?? parseMarkdown(markdown, sources.length);
  const links = createCitationLinks(sources);
  const blocks = topLevelParts(tokens).map((part) => toHtml(part.tokens, links));
  return {
    html: blocks.join(''),
    blocks,
    statements: statementsIn(tokens, markdown).map(({ text, from, to, citations, isHeading }) => {
      return { text, from, to, citations, isHeading };
    }),
  };
}
