import type { Lookahead } from '../markup/citation-group.ts';
import { LINE_PREFIX, type Line } from './code.ts';

const DEFINITION = /^\\?\[(\^?)\d{1,3}\\?\]:[ \t]*(\S*)[ \t]*(.*)$/;
const BEGINNING = /^(?:\\|\\?\[(?:\^|\^?\d{1,3}(?:\\|\\?\](?::.*)?)?)?)?$/;
const URL_LIKE = /^<|:\/\/|^www\./;

/**
 * Whether the line defines the link target of `[n]`, or is an entry of a list of sources in that form: `[1]:
 * https://...`, `[^1]: ...`. Models invent both, and the first would redirect every citation of that number
 * (CommonMark 4.7).
 */
export function readDefinition(line: Line): Lookahead<true> {
  const content = line.text.slice(LINE_PREFIX.exec(line.text)?.[0].length ?? 0);
  if (!line.whole) return BEGINNING.test(content) ? 'more' : null;
  const match = DEFINITION.exec(content);
  if (match === null) return null;
  const [, footnote = '', target = '', rest = ''] = match;
  const defines =
    footnote !== '' || target === '' || URL_LIKE.test(target) || rest === '' || /^["'(]/.test(rest);
  return defines ? true : null;
}
