import type { Growth, MarkdownToken as Token } from '@sayso/markdown';

/** The part of growing Markdown that can be spoken. */
type CertainTokens = {
  /** Their speech cannot change, whatever text follows. */
  readonly tokens: readonly Token[];
  /** Whether the last of them is a paragraph that may continue. */
  readonly goesOn: boolean;
};

const HAS_WORD = /[\p{L}\p{N}]/u;
/**
 * The position where incomplete markup may begin. Later text can complete that markup, and so remove it and
 * everything after it from the speech. A character that is not markup (an underscore in a name, a bracket
 * that is not a link) does not match.
 */
const OPEN_MARKUP = /[*`]|\\$|~~|<(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|!?\[(?![^[\]]*\][^([])/u;

/**
 * The part of the open text that can no longer change: complete blocks, then the start of the paragraph at
 * its end. A block inside the open one (a heading, a list item) can no longer change once its line is
 * complete, an empty line has closed it, or a list item with its own text has begun after it. Tables and code
 * can change until they close.
 */
export function certainTokens({ open, text, completeLines }: Growth): CertainTokens {
  const lines = text.split(/\r\n?|\n/);
  for (let at = 0; at < open.length; at++) {
    const token = open[at];
    if (token === undefined) break;
    const holdsBack = token.type === 'table_open' || token.type === 'fence' || token.type === 'code_block';
    if (holdsBack) return { tokens: open.slice(0, at), goesOn: false };
    if (token.type !== 'inline' || isCertain(open, at, lines, completeLines)) continue;
    const tokens = open.slice(0, at);
    if (open[at - 1]?.type !== 'paragraph_open' || token.content.includes('|'))
      return { tokens, goesOn: false };
    const certain = upToOpenMarkup(token);
    const saysSomething = certain.children?.some(({ content }) => HAS_WORD.test(content)) === true;
    return saysSomething ? { tokens: [...tokens, certain], goesOn: true } : { tokens, goesOn: false };
  }
  return { tokens: open, goesOn: false };
}

function isCertain(
  open: readonly Token[],
  at: number,
  lines: readonly string[],
  completeLines: number,
): boolean {
  const block = open[at - 1];
  const end = block?.map?.[1] ?? Number.POSITIVE_INFINITY;
  // A heading with a `|` becomes the header row of a table if the next line is the second line of a table.
  const isHeading = block?.type === 'heading_open' && block.markup.startsWith('#');
  if (isHeading && end <= completeLines && !open[at]?.content.includes('|')) return true;
  if (end < completeLines && /^[ \t>]*$/.test(lines[end] ?? '-')) return true;
  const next = nextInline(open, at);
  return next < open.length && beginsItem(open, at, next);
}

/** The index of the next inline token after `at`, or the number of tokens. */
function nextInline(open: readonly Token[], at: number): number {
  let next = at + 1;
  while (next < open.length && open[next]?.type !== 'inline') next++;
  return next;
}

/** True if the inline token at `next` begins a list item on the same or a higher level. */
function beginsItem(open: readonly Token[], at: number, next: number): boolean {
  if (open[next - 2]?.type !== 'list_item_open' || open[next - 1]?.type !== 'paragraph_open') return false;
  return (
    open.slice(at, next).some(({ type }) => type === 'list_item_close') &&
    HAS_WORD.test(open[next]?.content ?? '')
  );
}

/** The inline token up to the first markup that may be incomplete. */
function upToOpenMarkup(inline: Token): Token {
  const children: Token[] = [];
  for (const child of inline.children ?? []) {
    const open = child.type === 'text' ? child.content.search(OPEN_MARKUP) : -1;
    if (open >= 0) {
      children.push(withText(child, { content: child.content.slice(0, open) }));
      break;
    }
    children.push(child);
  }
  return withText(inline, { children });
}

function withText(token: Token, changes: { content: string } | { children: Token[] }): Token {
  return Object.assign(Object.create(Object.getPrototypeOf(token)), token, changes);
}
