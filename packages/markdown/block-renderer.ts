import { createGrowingMarkdown, topLevelParts } from './growing-markdown.ts';
import { type CitedSource, createCitationLinks, markStatements, toHtml } from './html.ts';
import { bareToken, CITATION_TOKEN, type MarkdownToken, parseDefining } from './markdown.ts';

/** One top-level block as safe HTML; joined in the order of their index, they are the whole HTML. */
export type Block = {
  readonly index: number;
  readonly html: string;
  /** The numbers of the sources that it cites, in order; absent if its statements are not marked. */
  readonly citations?: readonly number[];
};

/**
 * Renders growing Markdown. The last block is still open: the next push returns it again. It has no marks of
 * emphasis whose end has not arrived.
 */
type BlockRenderer = {
  /** Adds a piece of any size. Returns the blocks that have closed, and the one that is still open. */
  push(text: string): readonly Block[];
  /** Ends the text. Returns the blocks that were open or that a link definition changed, for good. */
  end(): readonly Block[];
};

/**
 * Renders growing Markdown. A later block with the same index replaces the earlier one; joined in order, the
 * blocks are exactly the `html` that `readMarkdown` returns for the whole text. The time of a push is
 * proportional to the open block, not to the text before it.
 */
export function createBlockRenderer(sources: readonly CitedSource[]): BlockRenderer {
  return createRenderer(sources, (tokens) => ({ tokens, fields: {}, statementCount: 0 }));
}

/**
 * Renders growing Markdown as `createBlockRenderer` does, with the text of each statement in elements
 * `<span data-statement="3">`. The number is the position of the statement in what `toStatements` returns for
 * the text so far.
 */
export function createMarkedBlockRenderer(sources: readonly CitedSource[]): BlockRenderer {
  return createRenderer(sources, (tokens, markdown, first) => ({
    ...markStatements(tokens, markdown, first),
    fields: { citations: citationsOf(tokens) },
  }));
}

function citationsOf(tokens: readonly MarkdownToken[]): readonly number[] {
  return tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === CITATION_TOKEN)
    .map(({ meta }) => Number(meta?.index));
}

type RenderedBlock = Omit<Block, 'index'>;

/** The tokens of a block to be shown, with the fields of the block except its HTML. */
type MarkedPart = ReturnType<typeof markStatements> & { readonly fields: Omit<RenderedBlock, 'html'> };

/** Marks the tokens of a block of `markdown`, whose first statement has the number `first`. */
type MarkPart = (tokens: readonly MarkdownToken[], markdown: string, first: number) => MarkedPart;

function createRenderer(sources: readonly CitedSource[], mark: MarkPart): BlockRenderer {
  const links = createCitationLinks(sources);
  const sourceCount = sources.length;
  const growing = createGrowingMarkdown(sourceCount);
  const closed: RenderedBlock[] = [];
  let statementCount = 0;
  let whole = '';

  const toBlock = ({ tokens, fields }: MarkedPart) => ({ html: toHtml(tokens, links), ...fields });

  const close = (tokens: readonly MarkdownToken[], text: string): Block => {
    const part = mark(tokens, text, statementCount);
    statementCount += part.statementCount;
    const block = toBlock(part);
    closed.push(block);
    return { index: closed.length - 1, ...block };
  };

  return {
    push(text) {
      whole += text;
      const growth = growing.push(text);
      const blocks = growth.closed.map(({ tokens }) => close(tokens, growth.text));
      if (growth.open.length === 0) return blocks;
      const part = mark(growth.open, growth.text, statementCount);
      const block = toBlock({ ...part, tokens: withoutOpenMarks(part.tokens) });
      return [...blocks, { index: closed.length, ...block }];
    },
    end() {
      const growth = growing.end();
      const blocks = growth.closed.map(({ tokens }) => close(tokens, growth.text));
      const defining = parseDefining(whole, sourceCount);
      if (defining === null) return blocks;
      let first = 0;
      const defined = topLevelParts(defining).map(({ tokens }) => {
        const part = mark(tokens, whole, first);
        first += part.statementCount;
        return toBlock(part);
      });
      return [...blocks, ...changes(closed, defined)];
    },
  };
}

/** The blocks of `after` that differ from those of `before`; surplus blocks become empty. */
function changes(before: readonly RenderedBlock[], after: readonly RenderedBlock[]): Block[] {
  const blocks = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    index,
    ...(after[index] ?? { html: '' }),
  }));
  return blocks.filter(({ index, html }) => html !== before[index]?.html);
}

/** The start of emphasis that has not ended: marks before a word, or at the end of the text. */
const OPEN_MARKS = /(?<![^\s(])(?:\*{1,3}|~~)(?=\S|$)/g;

/**
 * The tokens of text that is still growing, without the marks of emphasis in its last line that have no end
 * yet: readers would see them come and go, and they would stay in an answer that is stopped there.
 */
function withoutOpenMarks(tokens: readonly MarkdownToken[]): readonly MarkdownToken[] {
  const last = tokens.findLastIndex(({ type }) => type === 'inline');
  const line = tokens[last];
  if (!line?.children?.some(({ type, content }) => type === 'text' && /[*~]/.test(content))) return tokens;
  const children = line.children.map((child) =>
    child.type === 'text' ? { ...bareToken(child), content: child.content.replace(OPEN_MARKS, '') } : child,
  );
  return tokens.with(last, { ...bareToken(line), children });
}
