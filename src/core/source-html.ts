import { escapeHtml } from './escape-html.ts';
import type { Source } from './terms.ts';
import { parseWebUrl } from './url.ts';

/**
 * The `rel` of every link, because the text, including its links, is untrusted (HTML Standard 4.6.7; `ugc` by
 * Google).
 */
export const LINK_REL = 'nofollow noopener noreferrer ugc';

/** A source as an item of a list: its title with a link, its host and its snippet. */
export function sourceHtml({ title, url, snippet }: Pick<Source, 'title' | 'url' | 'snippet'>): string {
  const target = parseWebUrl(url);
  const name = escapeHtml(title === '' ? url : title);
  const link = target === null ? name : `<a href="${escapeHtml(target.href)}" rel="${LINK_REL}">${name}</a>`;
  const host = target === null ? '' : ` <small>${escapeHtml(target.host)}</small>`;
  return `<li dir="auto">${link}${host}${snippet === '' ? '' : `<br>${escapeHtml(snippet)}`}</li>`;
}
