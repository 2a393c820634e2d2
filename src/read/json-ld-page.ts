import { toText } from './article.ts';
import { toBlocks } from './blocks.ts';
import { holdsNoText } from './boilerplate.ts';
import type { Extracted } from './extract.ts';
import { parseHtml } from './html-tree.ts';
import { readJsonLd } from './json-ld.ts';
import { toPart } from './part.ts';

/**
 * Reads a JSON-LD document as a page: the article that it states, sometimes as HTML. JSON-LD within an HTML
 * page is not read as text, because readers do not see it.
 */
export function readJsonLdPage(json: string): Extracted {
  const { headline, articleBody, datePublished, publisher } = readJsonLd([json]);
  const markup = parseHtml((articleBody ?? '').replace(/\n+/g, '<p>'));
  return {
    title: headline ?? '',
    text: toText(toBlocks(toPart(markup, holdsNoText))),
    language: null,
    publishedAt: datePublished,
    siteName: publisher,
  };
}
