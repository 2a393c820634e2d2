import { styleText } from 'node:util';
import { printable } from './printable.ts';

/**
 * Markdown made easier to read in a terminal: headings, bold text and code have their own styles, and
 * citations are dim. Works line by line, so that nothing is lost; respects NO_COLOR. Control characters in
 * the text are removed.
 */
export function toTerminalText(markdown: string): string {
  return printable(markdown).split('\n').map(toStyledLine).join('\n');
}

function toStyledLine(line: string): string {
  const heading = /^#{1,6} +(.*)$/.exec(line);
  if (heading?.[1] !== undefined) return styleText('bold', heading[1]);
  return line
    .replace(/\*\*([^*]+)\*\*/g, (_, text: string) => styleText('bold', text))
    .replace(/`([^`]+)`/g, (_, text: string) => styleText('cyan', text))
    .replace(/\[\d{1,2}\]/g, (citation) => styleText('dim', citation));
}
