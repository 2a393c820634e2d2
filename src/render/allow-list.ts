/** Everything rendered HTML may contain. Whatever is not named here never reaches the output. */

/** Elements, all of them without behaviour of their own. `a` is written by its own rule, with a checked URL. */
export const ALLOWED_TAGS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'em', 'strong', 's'],
]);

/** What a URL in a link must begin with, in any case. Relative URLs would point into the page that shows the answer. */
export const ALLOWED_URL_STARTS: readonly string[] = ['http://', 'https://', 'mailto:'];

/** Set on every link: the text, and so the link, was written by strangers (HTML Standard 4.6.7; `ugc` by Google). */
export const LINK_REL = 'nofollow noopener noreferrer ugc';

/** True when a link may point there. Decides on the very string that is written into the attribute. */
export function isAllowedUrl(url: string): boolean {
  return ALLOWED_URL_STARTS.some((start) => url.slice(0, start.length).toLowerCase() === start);
}
