import { LINK_REL } from '@sayso/markdown';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import { parseWebUrl } from '@sayso/text/url.ts';
import type { Source } from '../core/source.ts';

/**
 * A source as an item of a list: its title with a link, its host and its snippet. For the HTML form of an
 * answer (`forms.ts`).
 */
export function sourceHtml({ title, url, snippet }: Pick<Source, 'title' | 'url' | 'snippet'>): string {
  const target = parseWebUrl(url);
  const name = escapeHtml(title === '' ? url : title);
  const link = target === null ? name : `<a href="${escapeHtml(target.href)}" rel="${LINK_REL}">${name}</a>`;
  const host = target === null ? '' : ` <small>${escapeHtml(target.host)}</small>`;
  const text = snippet === '' ? '' : `<br>${escapeHtml(snippet)}`;
  return `<li dir="auto">${link}${host}${text}</li>`;
}
