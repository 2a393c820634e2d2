/** Everything that rendered HTML may contain. Anything else never reaches the output. */

/** Elements without behaviour of their own. `a` has its own rule, which checks the URL. */
export const ALLOWED_TAGS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'em', 'strong', 's'],
]);

/**
 * How a link URL must begin, case-insensitively. Relative URLs would point into the page that shows the
 * answer.
 */
export const ALLOWED_URL_STARTS: readonly string[] = ['http://', 'https://', 'mailto:'];

/**
 * Set on every link, because the text, and so the link, is untrusted (HTML Standard 4.6.7; `ugc` by Google).
 */
export const LINK_REL = 'nofollow noopener noreferrer ugc';

/** True when a link may have this URL. Takes the exact string that is written into the attribute. */
export function isAllowedUrl(url: string): boolean {
  return ALLOWED_URL_STARTS.some((start) => url.slice(0, start.length).toLowerCase() === start);
}
