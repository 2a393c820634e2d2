import { decodeHTML } from 'entities/decode';

const LINK_TAG = /<link\b[^<>]*>/gi;
const BREAK = /<\/?(?:br|p|div|li|tr|h[1-6]|summary|details|dt|dd|blockquote|pre|td|th)\b[^<>]*>/gi;
const TAG = /<[!/?]?[a-z][^<>]*>/gi;

/** The address of a `<link rel="canonical" href="...">` in the text, or null. */
export function canonicalUrlIn(html: string): string | null {
  for (const [tag] of html.matchAll(LINK_TAG)) {
    if (/\brel\s*=\s*["']?canonical\b/i.test(tag)) {
      const [, quoted, bare] = /\bhref\s*=\s*(?:["']([^"']*)["']|([^\s"'<>]+))/i.exec(tag) ?? [];
      const href = quoted ?? bare;
      if (href !== undefined) return decodeHTML(href).trim();
    }
  }
  return null;
}

/**
 * The readable text of HTML within Markdown: without tags, comments, scripts and styles, with entities
 * decoded and one line per block. Takes time in proportion to the length. The result is plain text; it is not
 * safe to use as HTML.
 */
export function htmlRemains(html: string): string {
  if (/^\s*<(?:script|style)\b/i.test(html)) return '';
  return decodeHTML(withoutComments(html).replace(BREAK, '\n').replace(TAG, ''));
}

function withoutComments(html: string): string {
  const [before = '', ...comments] = html.split('<!--');
  const outside = comments.map((comment) => {
    const end = comment.indexOf('-->');
    return end === -1 ? '' : comment.slice(end + 3);
  });
  return before + outside.join('');
}
