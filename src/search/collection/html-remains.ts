import { decodeHTML } from 'entities';

const LINK_TAG = /<link\b[^<>]*>/gi;
const BREAK = /<\/?(?:br|p|div|li|tr|h[1-6]|summary|details|dt|dd|blockquote|pre|td|th)\b[^<>]*>/gi;
const TAG = /<[!/?]?[a-z][^<>]*>/gi;

/** The address of a `<link rel="canonical" href="...">` somewhere in the text, or null. */
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
 * What is left to read of the HTML that stands in Markdown: no tags, comments, scripts and styles, entities decoded, blocks
 * on lines of their own. Takes time in proportion to the length, whatever it is given. The result is plain text and in no way safe HTML.
 */
export function htmlRemains(html: string): string {
  if (/^\s*<(?:script|style)\b/i.test(html)) return '';
  return decodeHTML(withoutComments(html).replace(BREAK, '\n').replace(TAG, ''));
}

function withoutComments(html: string): string {
  const [before = '', ...comments] = html.split('<!--');
  const kept = comments.map((comment) => {
    const end = comment.indexOf('-->');
    return end === -1 ? '' : comment.slice(end + 3);
  });
  return before + kept.join('');
}
