import { LINE_PREFIX } from './code.ts';
import type { Line, Lookahead } from './growing-buffer.ts';

/** How many characters to examine to distinguish a link target from words in brackets. */
export const TARGET_WINDOW_CHARS = 64;

const URL_START = /^\([ \t]*(?:[</#?]|www\.|[a-z][a-z0-9+.-]{1,31}:\S)/i;
const DESTINATION = /^\S*(?:[ \t]+["'(].*)?$/;

/**
 * Whether the `(` at the start of `text` opens a link target, as in `[1](https://...)`, rather than words in
 * brackets, as in `[1] (see below)`: true, null for no, or 'needs more' when the decision needs more text.
 */
export function readLinkTarget(text: string, mayGrow: boolean): Lookahead<true> {
  if (text === '') return mayGrow ? 'needs more' : null;
  if (!text.startsWith('(')) return null;
  const window = text.slice(0, TARGET_WINDOW_CHARS);
  if (URL_START.test(window)) return true;
  const end = window.search(/[)\n]/);
  if (end === -1 && text.length < TARGET_WINDOW_CHARS) return mayGrow ? 'needs more' : null;
  if (end === -1) return /[ \t]/.test(window) ? null : true;
  return window[end] === ')' && DESTINATION.test(window.slice(1, end)) ? true : null;
}

const DEFINITION = /^\\?\[(\^?)\d{1,3}\\?\]:[ \t]*(\S*)[ \t]*([^\r\n]*)\r?$/;
const BEGINNING = /^(?:\\|\\?\[(?:\^|\^?\d{1,3}(?:\\|\\?\](?::.*)?)?)?)?$/s;
const URL_LIKE = /^<|:\/\/|^www\./;

/**
 * Whether the line defines the link target of `[n]`, or is an entry of a list of sources in that form: `[1]:
 * https://...`, `[^1]: ...`. Models invent both, and the first would redirect every citation of that number
 * (CommonMark 4.7).
 */
export function readDefinition(line: Line): Lookahead<true> {
  const content = line.text.replace(LINE_PREFIX, '');
  if (!line.isWhole) return BEGINNING.test(content) ? 'needs more' : null;
  const match = DEFINITION.exec(content);
  if (match === null) return null;
  const [, footnote = '', target = '', rest = ''] = match;
  const defines =
    footnote !== '' || target === '' || URL_LIKE.test(target) || rest === '' || /^["'(]/.test(rest);
  return defines ? true : null;
}
