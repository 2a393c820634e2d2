/** The elements an answer may contain. All others are dropped with their content. */
export const allowedElements: readonly string[] = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['a', 'em', 'strong', 'b', 'i', 's', 'del', 'ins', 'mark', 'sub', 'sup', 'span', 'kbd', 'q', 'cite'],
];

/** The elements of formulas (MathML). They have no addresses and no behaviour. */
export const allowedMathElements: readonly string[] = [
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace', 'msup', 'msub', 'msubsup', 'mfrac', 'msqrt'],
  ...['mroot', 'mover', 'munder', 'munderover', 'mtable', 'mtr', 'mtd', 'mpadded', 'mphantom', 'mstyle'],
];

/** The attributes they may have. All elements may have those of `allowedAttributes`. */
export const allowedMathAttributes: readonly string[] = [
  ...['display', 'displaystyle', 'scriptlevel', 'form', 'fence', 'stretchy', 'symmetric', 'largeop'],
  ...['movablelimits', 'lspace', 'rspace', 'minsize', 'maxsize', 'width', 'height', 'depth', 'voffset'],
  ...['mathvariant', 'accent', 'accentunder', 'linethickness'],
];

/** The namespace of MathML. */
export const MATH_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

/** The attributes that elements of HTML may have. `href` is kept only with a scheme of `allowedSchemes`. */
export const allowedAttributes: readonly string[] = [
  ...['href', 'rel', 'class', 'title', 'lang', 'dir', 'start', 'align', 'aria-label'],
  ...['colspan', 'rowspan', 'scope', 'data-statement'],
];

/** The classes they may have; with other classes, an answer could look like a part of the page. */
export const allowedClasses = /^(?:citation|language-\S+)$/;

/** The schemes a link may have. */
export const allowedSchemes: readonly string[] = ['http:', 'https:', 'mailto:'];
