import type { StateCore } from 'markdown-it';

/**
 * How a link URL must begin, case-insensitively. Relative URLs would point into the page that shows the
 * answer.
 */
export const ALLOWED_URL_STARTS: readonly string[] = ['http://', 'https://', 'mailto:'];

/**
 * Core rule of the Markdown parser: hides the tokens of links to other URLs, so that only their text is
 * shown. The parser reads no links and no citations in the text of a link.
 */
export function linkRule(state: StateCore): boolean {
  for (const { children } of state.tokens) {
    let hidden = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') hidden = !isAllowedUrl(String(token.attrGet('href') ?? ''));
      if (token.type === 'link_open' || token.type === 'link_close') token.hidden = hidden;
    }
  }
  return true;
}

/** True when a link may have this URL. Takes the exact string that is written into the attribute. */
function isAllowedUrl(url: string): boolean {
  return ALLOWED_URL_STARTS.some((start) => url.slice(0, start.length).toLowerCase() === start);
}
