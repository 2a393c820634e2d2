const NUMBER = /^(\d{1,9})(?=[.)])/;
const MARK = /^(?:[-+=#>|:.)]|[*_](?![*_]{0,2}[\p{L}\p{N}]))/u;

/**
 * Text for the beginning of a line, with a backslash if a parser would read its first characters as a block.
 * An ellipsis stands for no text, and stands before a mere number, because what follows could begin a block,
 * too.
 */
export function withoutBlock(text: string): string {
  const content = text.trimStart().replace(NUMBER, '$1\\');
  if (/^\d*$/.test(content)) return `…${content}`;
  return MARK.test(content) ? `\\${content}` : content;
}
