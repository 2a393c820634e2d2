/** What the service and other programs use of this library; see README.md. */

export type { CitationPosition } from './citations/checked-text.ts';
export { type CitationFilter, citationPositions, createCitationFilter } from './citations/citations.ts';
export type { CitationMove, FindRightSource } from './citations/moved-citations.ts';
export { type Block, createBlockRenderer, createMarkedBlockRenderer } from './html/block-renderer.ts';
export { ALLOWED_TAGS, type CitedSource, createCitationLinks, LINK_REL, toHtml } from './html/html.ts';
export { loadFormulas, loadFormulasFor } from './html/math.ts';
export { alternativeText } from './parse/alternative-text.ts';
export { createGrowingMarkdown, type Growth } from './parse/growing-markdown.ts';
export { ALLOWED_URL_STARTS, parseDefining, parseMarkdown } from './parse/markdown.ts';
export type { MarkdownToken } from './parse/markdown-token.ts';
export { CITATION_TOKEN, MATH_TOKEN, TASK_BOX_TOKEN } from './parse/markdown-token.ts';
export { type AnswerLinks, type LinkHosts, linkHostsOf } from './policy/link-hosts.ts';
export {
  createAnswerFilter,
  createMarkdownSanitizer,
  // The former name, which programs may still use.
  createMarkdownSanitizer as createToHarmless,
  createOutputPolicy,
} from './policy/output-policy.ts';
export { toPlainLine, toPlainMarkdown } from './policy/plain-markdown.ts';
export {
  type MarkdownOptions,
  type MarkdownStatement,
  type ReadMarkdown,
  readMarkdown,
} from './read-markdown.ts';
export { createGrowingStatements } from './statements/growing-statements.ts';
export { type Statement, toStatements } from './statements/statements.ts';
