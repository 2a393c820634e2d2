import { posix } from 'node:path';
import { ownValue } from '@sayso/text/own-value.ts';
import { type BlockKind, createBlocks, readXml, textOfElement, type ZipEntries } from './zip-of-xml.ts';

/** The content that a reader extracts from a zip file of XML: its text and its titles, best first. */
type BundleText = { readonly text: string; readonly titles: readonly (string | null)[] };

/** Paragraphs of a document. */
type Blocks = ReturnType<typeof createBlocks>;

/** Deleted text, field instructions, and the duplicate of a text box (ECMA-376, part 1, 17.13 and part 3). */
const WORD_SKIPPED = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'mc:Fallback']);
const OFF = new Set(['0', 'false', 'off']);

/** Reads the text of a Word document (ECMA-376): paragraphs and tables, without deleted and hidden text. */
export async function readDocx(zip: ZipEntries): Promise<BundleText | null> {
  const place = mainPart(await zip.readText('_rels/.rels'));
  const body = await zip.readText(place);
  if (body === null) return null;
  const styles = await zip.readText(posix.join(posix.dirname(place), 'styles.xml'));
  const core = await zip.readText('docProps/core.xml');
  const blocks = readBody(body, styleNames(styles ?? ''));
  const named = core === null ? null : textOfElement(core, 'dc:title');
  return { text: blocks.text(), titles: [named, ...blocks.titles()] };
}

/** The part with the text, as the package declares it; nearly always the usual one. */
function mainPart(relations: string | null): string {
  let place = 'word/document.xml';
  readXml(relations ?? '', {
    open(name, { Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith('/officeDocument')) place = Target.replace(/^\//, '');
    },
  });
  return place;
}

/** The name of each style by its id: ids are translated, but the names of built-in styles are not. */
function styleNames(xml: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let id = '';
  readXml(xml, {
    open(name, attributes) {
      if (name === 'w:style') id = attributes['w:styleId'] ?? '';
      if (name === 'w:name' && !names.has(id)) names.set(id, (attributes['w:val'] ?? '').toLowerCase());
    },
  });
  return names;
}

function readBody(xml: string, styles: ReadonlyMap<string, string>): Blocks {
  const blocks = createBlocks();
  let style = '';
  let isText = false;
  let isHidden = false;
  readXml(xml, {
    isSkipped: (name) => WORD_SKIPPED.has(name),
    open(name, attributes) {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:pStyle') style = styles.get(value) ?? value.toLowerCase();
      else if (name === 'w:r') isHidden = false;
      else if (name === 'w:vanish') isHidden = !OFF.has(value);
      else if (name === 'w:t') isText = true;
      else if (name === 'w:tr') blocks.openRow();
      else if (!isHidden) blocks.add(ownValue(WORD_SIGNS, name) ?? '');
    },
    text(text) {
      if (isText && !isHidden) blocks.add(text);
    },
    close(name) {
      if (name === 'w:t') isText = false;
      else if (name === 'w:tc') blocks.endCell();
      else if (name === 'w:tr') blocks.endRow();
      else if (name === 'w:p') {
        blocks.end(kindOf(style));
        style = '';
      }
    },
  });
  return blocks;
}

/** The kind of a paragraph by the name of its style. */
function kindOf(style: string): BlockKind {
  if (style === 'title') return 'title';
  if (style === 'heading 1') return 'main-heading';
  return style.startsWith('heading') ? 'heading' : 'text';
}

/** The text for an element without text. */
const WORD_SIGNS: Readonly<Record<string, string>> = {
  'w:tab': ' ',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
};

/** Deleted text, comments, notes, and scripts (OpenDocument 1.3, part 3). */
const ODT_SKIPPED = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:note',
  'office:scripts',
  'text:hidden-text',
  'text:hidden-paragraph',
]);
/** `text:c` is the number of spaces; one space is enough here. */
const ODT_SIGNS: Readonly<Record<string, string>> = {
  'text:s': ' ',
  'text:tab': ' ',
  'text:line-break': '\n',
};

/** Reads an OpenDocument text, without deleted and hidden text, comments and notes. */
export async function readOdt(zip: ZipEntries): Promise<BundleText | null> {
  const content = await zip.readText('content.xml');
  if (content === null) return null;
  const meta = await zip.readText('meta.xml');
  const blocks = readContentXml(content);
  const named = meta === null ? null : textOfElement(meta, 'dc:title');
  return { text: blocks.text(), titles: [named, ...blocks.titles()] };
}

function readContentXml(xml: string): Blocks {
  const blocks = createBlocks();
  const hiddenStyles = new Set<string>();
  const titleStyles = new Set(['Title']);
  let style = '';
  let level = '';
  let isBody = false;
  const readStyle = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'style:style') style = attributes['style:name'] ?? '';
    if (name === 'style:style' && attributes['style:parent-style-name'] === 'Title') titleStyles.add(style);
    if (name === 'style:text-properties' && attributes['text:display'] === 'none') hiddenStyles.add(style);
  };
  readXml(xml, {
    isSkipped: (name, { 'text:style-name': styled = '' }) =>
      isBody && (ODT_SKIPPED.has(name) || hiddenStyles.has(styled)),
    open(name, attributes) {
      if (name === 'office:text') isBody = true;
      if (!isBody) return readStyle(name, attributes);
      if (name === 'text:p' || name === 'text:h') style = attributes['text:style-name'] ?? '';
      // A heading without a level has the first (OpenDocument 1.3, part 3, 19.850).
      if (name === 'text:h') level = attributes['text:outline-level'] ?? '1';
      if (name === 'table:table-row') blocks.openRow();
      blocks.add(ownValue(ODT_SIGNS, name) ?? '');
    },
    text(text) {
      if (isBody) blocks.add(text);
    },
    close(name) {
      if (!isBody) return;
      if (name === 'table:table-cell') blocks.endCell();
      else if (name === 'table:table-row') blocks.endRow();
      else if (name === 'text:p' || name === 'text:h') {
        const heading = level === '1' ? 'main-heading' : 'heading';
        const usual = name === 'text:h' ? heading : 'text';
        blocks.end(titleStyles.has(style) ? 'title' : usual);
        style = '';
      }
    },
  });
  return blocks;
}

const HEADING = /^h[1-6]$/;
/** Elements that end the line or the paragraph before them. */
const BLOCK = new RegExp(
  '^(?:address|article|aside|blockquote|body|dd|div|dl|dt|figcaption|figure|footer' +
    '|h[1-6]|header|hr|li|main|ol|p|pre|section|table|ul)$',
);
const BOOK_SKIPPED = new Set([
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
      BOOK_SKIPPED.has(name) || 'hidden' in attributes || attributes['aria-hidden'] === 'true',
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
