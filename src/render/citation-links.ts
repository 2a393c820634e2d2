import { escapeHtml } from '../core/escape-html.ts';
import type { Source } from '../core/terms.ts';
import { parseWebUrl } from '../core/url.ts';
import { LINK_REL } from './allow-list.ts';

/** The HTML of the citation of a source, by the source's number. */
export type CitationLinks = (index: number) => string;

/** Citations of these sources as HTML. Each is made once, on first use. */
export function createCitationLinks(sources: readonly Source[]): CitationLinks {
  const made: string[] = [];
  return (index) => {
    made[index] ??= linkTo(index, sources[index - 1]);
    return made[index];
  };
}

/** A link to the source; plain text if links may not have its URL. */
function linkTo(index: number, source: Source | undefined): string {
  const url = source === undefined ? null : parseWebUrl(source.url);
  if (source === undefined || url === null) return `[${index}]`;
  const title = source.title === '' ? '' : ` title="${escapeHtml(source.title)}"`;
  return `<a class="citation" href="${escapeHtml(url.href)}"${title} rel="${LINK_REL}">[${index}]</a>`;
}
