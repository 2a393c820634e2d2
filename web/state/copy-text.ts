import type { PageSource } from './messages.ts';

/** The answer as self-contained Markdown: the question, the text, and the sources, each after its mark. */
export function toCopyText(
  question: string,
  markdown: string,
  sources: readonly PageSource[],
  markOf = (index: number) => `[${index}]`,
): string {
  const list = sources.map(
    ({ index, title, url }) => `${markOf(index)} ${title || url}${url ? ` <${url}>` : ''}`,
  );
  const parts = [`# ${question.replace(/\s+/g, ' ')}`, markdown.trim(), list.join('\n')];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
