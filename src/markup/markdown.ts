import Parser, { type MarkdownIt, type Token } from 'markdown-it';
import { mayDefine, withoutReservedLabels, withoutSpokenHeads } from './block-rules.ts';
import { CITATION_TOKEN, citationRule, SOURCE_COUNT } from './citation-rule.ts';
import { linkRule } from './link-rule.ts';
import { markLimitRule } from './mark-limit-rule.ts';
import { MATH_TOKEN, mathRule } from './math-rule.ts';
import { TASK_BOX_TOKEN, taskBoxRule } from './task-box-rule.ts';

/**
 * Where a bare URL ends early: before a citation (`https://a.example/b[1]`), or before punctuation that a
 * closing quotation mark follows.
 */
const URL_END = /\[\d{1,3}\]|[.,;:!?]{1,8}$/;

const parser = createParser();
const definingParser = createParser();
definingParser.block.ruler.enable('reference');

/**
 * Parses Markdown to the tokens that HTML and speech are made of: CommonMark with the tables, strikethrough
 * and task boxes of GFM, formulas and citations. Raw HTML is text. Never throws; takes linear time.
 *
 * Link reference definitions (`[name]: url`) are plain text here, because a later one would change what was
 * already spoken.
 */
export function parseMarkdown(markdown: string, sourceCount: number): Token[] {
  return parser.parse(markdown, { [SOURCE_COUNT]: sourceCount });
}

/**
 * The tokens of the same parse with link definitions. The result is null for a text without definitions,
 * whose tokens are those of `parseMarkdown`.
 */
export function parseDefining(markdown: string, sourceCount: number): Token[] | null {
  if (!mayDefine(markdown)) return null;
  const environment: Record<string, unknown> = { [SOURCE_COUNT]: sourceCount };
  const tokens = definingParser.parse(markdown, environment);
  return environment.references === undefined ? null : tokens;
}

function createParser(): MarkdownIt {
  const created = new Parser({ html: false, linkify: true });
  const rules = created.block.ruler.getRules('');
  const definition = rules.find(({ name }) => name === 'reference');
  if (definition !== undefined) created.block.ruler.at('reference', withoutReservedLabels(definition));
  created.disable(['reference', 'html_block', 'html_inline', 'replacements', 'smartquotes']);
  const table = rules.find(({ name }) => name === 'table');
  if (table !== undefined)
    created.block.ruler.at('table', withoutSpokenHeads(table), { alt: ['paragraph', 'reference'] });
  // URLs are checked by `linkRule`. Refusing one here would leave the raw `[text](url)` in the answer.
  created.validateLink = () => true;
  // An address is shown as it was written: decoding `%20` or `xn--` would change quoted text.
  created.normalizeLinkText = (text) => text;
  // Only e-mail addresses and URLs with a scheme are links: `README.md` and `127.0.0.1` are names in a
  // sentence.
  created.linkify.set({ fuzzyLink: false, fuzzyIP: false });
  created.linkify.add('ftp:', null).add('//', null);
  for (const scheme of ['http:', 'https:']) created.linkify.add(scheme, { validate: matchBareUrl });
  created.inline.ruler.before('newline', 'mark_limit', markLimitRule);
  created.inline.ruler.before('link', CITATION_TOKEN, citationRule);
  created.inline.ruler.before('escape', MATH_TOKEN, mathRule);
  created.core.ruler.after('inline', TASK_BOX_TOKEN, taskBoxRule);
  created.core.ruler.push('allowed_links', linkRule);
  return created;
}

type Linkify = MarkdownIt['linkify'];

/** Length of the bare URL at `at`, without its scheme. */
function matchBareUrl(text: string, at: number, linkify: Linkify): number {
  const pattern = linkify.re.get_http_validator();
  pattern.lastIndex = at;
  const url = pattern.exec(text)?.[0] ?? '';
  const end = url.search(URL_END);
  return end < 0 ? url.length : end;
}
