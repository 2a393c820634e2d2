import { bareToken, type MarkdownToken } from '../parse/markdown-token.ts';

/** The start of emphasis that has not ended: marks before a word, or at the end of the text. */
const OPEN_MARKS = /(?<![^\s(])(?:\*{1,3}|~~)(?=\S|$)/g;

/**
 * The tokens of text that is still growing, without the marks of emphasis in its last line that have no end
 * yet: readers would see them come and go, and they would stay in an answer that is stopped there.
 */
export function withoutOpenMarks(tokens: readonly MarkdownToken[]): readonly MarkdownToken[] {
  const last = tokens.findLastIndex(({ type }) => type === 'inline');
  const line = tokens[last];
  if (!line?.children?.some(({ type, content }) => type === 'text' && /[*~]/.test(content))) return tokens;
  const children = line.children.map((child) =>
    child.type === 'text' ? { ...bareToken(child), content: child.content.replace(OPEN_MARKS, '') } : child,
  );
  return tokens.with(last, { ...bareToken(line), children });
}
