/** Everything that rendered HTML may contain. Anything else never reaches the output. */

/** Elements without behaviour of their own. `a` has a rule of its own (`link-rule.ts`), which checks the URL. */
export const ALLOWED_TAGS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'em', 'strong', 's'],
]);

/**
 * Set on every link, because the text, and so the link, is untrusted (HTML Standard 4.6.7; `ugc` by Google).
 */
export const LINK_REL = 'nofollow noopener noreferrer ugc';
