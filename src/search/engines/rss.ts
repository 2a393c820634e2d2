import { decodeXML } from 'entities/decode';

/** One result of a feed, unprocessed; a field is empty if the result lacks it. */
export type RssItem = { readonly title: string; readonly link: string; readonly description: string };

/** A feed of search results (RSS 2.0 with OpenSearch 1.1). */
export type RssFeed = {
  /** The total number of results; null if the feed does not give it. */
  readonly total: number | null;
  readonly items: readonly RssItem[];
};

const MAX_ITEMS = 200;
const ITEM = /<item[\s>]/i;

/**
 * Reads a feed of search results; null for any other text. The reader is tolerant: an incomplete item loses
 * only the missing parts. Takes linear time for any input. A description keeps its entities, because it is
 * markup, but loses its tags.
 */
export function readRss(xml: string): RssFeed | null {
  if (!/<rss[\s>]/i.test(xml.slice(0, 1_000))) return null;
  const [head = '', ...rest] = xml.split(ITEM, MAX_ITEMS + 1);
  const total = contentOf(head, 'opensearch:totalResults').trim();
  return { total: /^\d{1,12}$/.test(total) ? Number(total) : null, items: rest.map(toItem) };
}

function toItem(xml: string): RssItem {
  const [item = ''] = xml.split('</item>', 1);
  const own = withoutElement(item, 'book');
  return {
    title: textOf(own, 'title'),
    link: textOf(own, 'link').trim(),
    description: contentOf(own, 'description').replace(/<[^<>]{0,200}>/g, ''),
  };
}

/** The text of the first such element; empty if there is none, or if it contains elements. */
function textOf(xml: string, name: string): string {
  const content = contentOf(xml, name);
  return content.includes('<') ? '' : decodeXML(content);
}

/** The content of the first such element; empty if there is none. */
function contentOf(xml: string, name: string): string {
  const place = placeOf(xml, name);
  const content = place === null ? '' : xml.slice(place.from, place.to).trim();
  return content.startsWith('<![CDATA[') ? escapeText(content.slice(9, -3)) : content;
}

/** The text of a CDATA section, escaped as it would be outside one. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** kiwix-serve describes the book inside the item, and the book has a title of its own. */
function withoutElement(xml: string, name: string): string {
  const place = placeOf(xml, name);
  return place === null ? xml : xml.slice(0, place.from) + xml.slice(place.to);
}

function placeOf(xml: string, name: string): { readonly from: number; readonly to: number } | null {
  const tag = `<${name}>`;
  const start = xml.indexOf(tag);
  const to = start < 0 ? -1 : xml.indexOf(`</${name}>`, start);
  return to < 0 ? null : { from: start + tag.length, to };
}
