/** The elements an answer may contain. All others are dropped with their content. */
export const allowedElements: readonly string[] = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['a', 'em', 'strong', 'b', 'i', 's', 'del', 'ins', 'mark', 'sub', 'sup', 'span', 'kbd', 'q', 'cite'],
];

/** The attributes they may have. `href` is kept only with a scheme of `allowedSchemes`. */
export const allowedAttributes: readonly string[] = [
  ...['href', 'rel', 'class', 'title', 'lang', 'dir', 'start', 'align', 'aria-label'],
  ...['colspan', 'rowspan', 'scope'],
];

/** The classes they may have; with other classes, an answer could look like a part of the page. */
export const allowedClasses = /^(?:citation|language-\S+)$/;

/** The schemes a link may have. */
export const allowedSchemes: readonly string[] = ['http:', 'https:', 'mailto:'];
