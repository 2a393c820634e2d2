import type { PageSource } from './messages.ts';

/** The answer as Markdown that stands on its own: the question, the text, and the sources by their numbers. */
export function toCopyText(question: string, markdown: string, sources: readonly PageSource[]): string {
  const list = sources.map(({ index, title, url }) => `[${index}] ${title || url}${url ? ` <${url}>` : ''}`);
  const parts = [`# ${question.replace(/\s+/g, ' ')}`, markdown.trim(), list.join('\n')];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
