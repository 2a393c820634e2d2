import type { StateInline } from 'markdown-it';
import { CITATION_TOKEN } from './token-names.ts';

const OPENING_BRACKET = 0x5b;
const CITATION = /\[(?:(\d{1,3})|\[(\d{1,3})\])\]/y;

/** The key of the number of sources in the parse environment. */
export const SOURCE_COUNT = 'sourceCount';

/**
 * Inline rule of the Markdown parser: `[n]` and `[[n]]` if there is a source n. It runs before the rules for
 * links and images, so text after the brackets cannot change the target.
 */
export function citationRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== OPENING_BRACKET) return false;
  CITATION.lastIndex = state.pos;
  const match = CITATION.exec(state.src);
  if (match === null || state.pos + match[0].length > state.posMax) return false;
  const index = Number(match[1] ?? match[2]);
  if (index < 1 || index > Number(state.env[SOURCE_COUNT] ?? 0)) return false;
  if (!silent) {
    const token = state.push(CITATION_TOKEN, '', 0);
    token.content = `[${index}]`;
    token.meta = { index, to: state.pos + match[0].length };
  }
  state.pos += match[0].length;
  return true;
}
