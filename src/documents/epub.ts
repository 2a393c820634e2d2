import { posix } from 'node:path';
import { type BundleText, createBlocks } from './blocks.ts';
import { readXml, textOfElement } from './read-xml.ts';
import type { ZipEntries } from './zip-entries.ts';

const HEADING = /^h[1-6]$/;
/** Elements that end the line or the paragraph before them. */
const BLOCK = new RegExp(
  '^(?:address|article|aside|blockquote|body|dd|div|dl|dt|figcaption|figure|footer' +
    '|h[1-6]|header|hr|li|main|ol|p|pre|section|table|ul)$',
);
const SKIPPED = new Set([
  'head',
  'script',
  'style',
  'template',
  'nav',
  'svg',
  'math',
  'audio',
  'video',
  'rt',
  'rp',
]);

/** Reads the text of a book (EPUB 3.3): its chapters in reading order, without its table of contents. */
export async function readEpub(zip: ZipEntries): Promise<BundleText | null> {
  const place = packagePlace(await zip.readText('META-INF/container.xml'));
  const description = place === null ? null : await zip.readText(place);
  if (place === null || description === null) return null;
  const texts: string[] = [];
  for (const chapter of chapters(description)) {
    const name = posix.join(posix.dirname(place), chapter);
    const content = await zip.readText(name);
    if (content !== null) texts.push(chapterText(content));
  }
  const text = texts.filter((each) => each !== '').join('\n\n');
  return { text, titles: [textOfElement(description, 'dc:title')] };
}

function packagePlace(container: string | null): string | null {
  let place: string | null = null;
  readXml(container ?? '', {
    open(name, attributes) {
      if (name === 'rootfile') place ??= attributes['full-path'] ?? null;
    },
  });
  return place;
}

/** The files listed in the spine, relative to the package document. */
function chapters(description: string): string[] {
  const places = new Map<string, string>();
  const order: string[] = [];
  readXml(description, {
    open(prefixed, { id = '', href = '', idref = '', linear, properties = '' }) {
      const name = prefixed.replace(/^opf:/, '');
      const isContents = properties.split(/\s+/).includes('nav');
      if (name === 'item' && !isContents) places.set(id, decode(href.split('#', 1)[0] ?? ''));
      if (name === 'itemref' && linear !== 'no') order.push(idref);
    },
  });
  // A book lists each chapter once; a small hostile one lists one chapter millions of times.
  return [...new Set(order.flatMap((id) => places.get(id) ?? []))];
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

function chapterText(xml: string): string {
  const blocks = createBlocks();
  readXml(xml, {
    isSkipped: (name, attributes) =>
      SKIPPED.has(name) || 'hidden' in attributes || attributes['aria-hidden'] === 'true',
    open(name) {
      if (BLOCK.test(name)) blocks.end();
      if (name === 'tr') blocks.openRow();
      if (name === 'br') blocks.add('\n');
    },
    text: (text) => blocks.add(text.replace(/\s+/g, ' ')),
    close(name) {
      if (BLOCK.test(name)) blocks.end(HEADING.test(name) ? 'heading' : 'text');
      else if (name === 'td' || name === 'th') {
        blocks.end();
        blocks.endCell();
      } else if (name === 'tr') blocks.endRow();
    },
  });
  blocks.end();
  return blocks.text();
}
