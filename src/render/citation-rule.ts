import type { StateInline } from 'markdown-it';

const OPENING_BRACKET = 0x5b;
const CITATION = /\[(?:(\d{1,3})|\[(\d{1,3})\])\]/y;

/** Name of the citation's token; its `meta.index` is the number of the source. */
export const CITATION_TOKEN = 'citation';

/** The key under which the parse environment holds the number of sources. */
export const SOURCE_COUNT = 'sourceCount';

/**
 * Inline rule of the Markdown parser: `[n]` and `[[n]]` where there is a source n. It stands before the rules for links and
 * images, so nothing the model writes behind the brackets can make them point elsewhere.
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
    token.meta = { index };
  }
  state.pos += match[0].length;
  return true;
}
