import type { Reading } from './citation-group.ts';

/** How far to look for what tells a link's target from words in brackets. */
export const TARGET_WINDOW_CHARS = 64;

const URL_START = /^\([ \t]*(?:[</#?]|www\.|[a-z][a-z0-9+.-]{1,31}:\S)/i;
const DESTINATION = /^\S*(?:[ \t]+["'(].*)?$/;

/**
 * Whether the `(` that `text` begins with opens the target of a link, as in `[1](https://...)`, and not words in brackets, as in
 * `[1] (see below)`: true, null for no, or 'more' while that cannot be told.
 */
export function readLinkTarget(text: string, open: boolean): Reading<true> {
  if (text === '') return open ? 'more' : null;
  if (!text.startsWith('(')) return null;
  const window = text.slice(0, TARGET_WINDOW_CHARS);
  if (URL_START.test(window)) return true;
  const end = window.search(/[)\n]/);
  if (end < 0 && text.length < TARGET_WINDOW_CHARS) return open ? 'more' : null;
  if (end < 0) return /[ \t]/.test(window) ? null : true;
  return window[end] === ')' && DESTINATION.test(window.slice(1, end)) ? true : null;
}
