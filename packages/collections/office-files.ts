import { posix } from 'node:path';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import { type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import type { ReadPage } from './read-page.ts';
import { openZip, type ZipFile } from './zip-of-xml.ts';

// Word documents, OpenDocument texts and books are zip files of XML. Each is written as pages of HTML, and the reader of
// pages reads those: so headings, tables and hidden text are understood in one place.

/** The title that the properties of a file give, and its text as pages of HTML. */
type Pages = { readonly title: string | undefined; readonly pages: readonly string[] };

/** More text than the longest text file has: a zip file of 1 MB can unpack to 256 MB. */
const MAX_CHARS = 20_000_000;

/** Reads a Word document, an OpenDocument text or a book. Rejects only with the signal's reason. */
export async function readOfficeFile(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'docx' | 'odt' | 'epub',
  readPage: ReadPage,
  signal: AbortSignal,
): Promise<{ readonly title?: string | undefined; readonly content: Awaited<ReturnType<ReadPage>> }> {
  const toPages = { docx: pagesOfWord, odt: pagesOfOpenDocument, epub: pagesOfBook }[format];
  const skipped = (reason: string) => ({ content: { status: 'skipped', reason } as const });
  try {
    const found = await toPages(await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    if (found === null) return skipped(`it is not a .${format} file, whatever its name says`);
    const texts: string[] = [];
    let heading = '';
    for (const html of found.pages) {
      const content = await readPage(Buffer.from(html), 'text/html; charset=utf-8', signal);
      if (content.status === 'skipped') continue;
      heading ||= content.extracted.title;
      texts.push(content.extracted.text);
    }
    const text = texts.join('\n\n');
    if (text.length > MAX_CHARS) throw new Error('The text is too long.');
    const extracted = { title: heading, text, publishedAt: null };
    return { title: found.title, content: { status: 'read', extracted } };
  } catch {
    signal.throwIfAborted();
    return skipped(`it is a .${format} file that cannot be opened: damaged, locked or too large`);
  }
}

/** Deleted text, field instructions, and the duplicate of a text box (ECMA-376, part 1, 17.13 and part 3). */
const WORD_SKIPPED = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'mc:Fallback']);
const WORD_HTML: ReadonlyMap<string, Become> = new Map<string, Become>([
  ['w:tbl', 'table'],
  ['w:tr', 'tr'],
  ['w:tab', { html: ' ' }],
  ['w:br', { html: '<br>' }],
  ['w:cr', { html: '<br>' }],
  ['w:noBreakHyphen', { html: '-' }],
]);
const OFF = new Set(['0', 'false', 'off']);

/** A Word document (ECMA-376), without deleted and hidden text. */
async function pagesOfWord(zip: ZipFile): Promise<Pages | null> {
  const relations = await zip.xml('_rels/.rels');
  const main = all(relations, 'Relationship').find(({ attribs }) =>
    attribs.Type?.endsWith('/officeDocument'),
  );
  const place = main?.attribs.Target?.replace(/^\//, '') ?? 'word/document.xml';
  const document = await zip.xml(place);
  if (document === null) return null;
  const body = first(document, 'w:body') ?? document;
  const styles = wordStyles(await zip.xml(posix.join(posix.dirname(place), 'styles.xml')));
  const begin = beginOf(body, ['w:p']);
  const become = (element: Element): Become => {
    if (WORD_SKIPPED.has(element.name)) return null;
    if (element.name === 'w:t') return { html: escapeHtml(DomUtils.textContent(element)) };
    if (element.name === 'w:r') return isHidden(element) ? null : '';
    if (element.name === 'w:tc') return isInHeadRow(element) ? 'th' : 'td';
    if (element.name !== 'w:p') return WORD_HTML.get(element.name) ?? '';
    const id = child(child(element, 'w:pPr'), 'w:pStyle')?.attribs['w:val'] ?? '';
    const style = styles.get(id) ?? id.toLowerCase();
    if (style === 'title') return 'h1';
    const [, level] = /^heading ?(\d)/.exec(style) ?? [];
    return level === undefined ? 'p' : headingTag(Number(level), element === begin);
  };
  const core = await zip.xml('docProps/core.xml');
  return { title: textOf(first(core, 'dc:title')), pages: inPages(body, { become, hasText: false }) };
}

/** The name of each style by its id: ids are translated, but the names of built-in styles are not. */
function wordStyles(styles: Document | null): ReadonlyMap<string, string> {
  return new Map(
    all(styles, 'w:style').map((style) => [
      style.attribs['w:styleId'] ?? '',
      (child(style, 'w:name')?.attribs['w:val'] ?? '').toLowerCase(),
    ]),
  );
}

function isHidden(run: Element): boolean {
  const hidden = child(child(run, 'w:rPr'), 'w:vanish');
  return hidden !== undefined && !OFF.has(hidden.attribs['w:val'] ?? '');
}

/** The first paragraph with text. */
function beginOf(body: Element | Document, names: readonly string[]): Element | null {
  return DomUtils.findOne((element) => names.includes(element.name) && textOf(element) !== '', body.children);
}

/** A table says that its first row has the heads of its columns, or a row says so itself. */
function isInHeadRow(cell: Element): boolean {
  const row = parentOf(cell);
  const table = parentOf(row);
  if (child(child(row, 'w:trPr'), 'w:tblHeader') !== undefined) return true;
  const look = child(child(table, 'w:tblPr'), 'w:tblLook');
  return look?.attribs['w:firstRow'] === '1' && child(table, 'w:tr') === row;
}

/** A first heading with which a document begins is its title, which is `h1` in HTML; others are of sections. */
function headingTag(level: number, isAtBegin: boolean): string {
  return level === 1 && isAtBegin ? 'h1' : `h${Math.min(6, level + 1)}`;
}

/** Deleted text, comments, notes, and scripts (OpenDocument 1.3, part 3). */
const ODT_SKIPPED = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:note',
  'office:scripts',
  'text:hidden-text',
  'text:hidden-paragraph',
]);
const ODT_HTML: ReadonlyMap<string, Become> = new Map<string, Become>([
  ['table:table', 'table'],
  ['table:table-row', 'tr'],
  ['text:list', 'ul'],
  ['text:list-item', 'li'],
  // `text:c` is the number of spaces; one space is enough here.
  ['text:s', { html: ' ' }],
  ['text:tab', { html: ' ' }],
  ['text:line-break', { html: '<br>' }],
]);

/** An OpenDocument text, without deleted and hidden text, comments and notes. */
async function pagesOfOpenDocument(zip: ZipFile): Promise<Pages | null> {
  const content = await zip.xml('content.xml');
  const body = first(content, 'office:text');
  if (body === undefined) return null;
  const styles = all(content, 'style:style');
  const named = (fits: (style: Element) => boolean) =>
    new Set(styles.filter(fits).map(({ attribs }) => attribs['style:name']));
  const titles = named(({ attribs }) => attribs['style:parent-style-name'] === 'Title').add('Title');
  const hidden = named((style) => child(style, 'style:text-properties')?.attribs['text:display'] === 'none');
  const begin = beginOf(body, ['text:p', 'text:h']);
  const become = (element: Element): Become => {
    const { name, attribs } = element;
    const style = attribs['text:style-name'];
    if (ODT_SKIPPED.has(name) || hidden.has(style)) return null;
    if (name === 'table:table-cell')
      return parentOf(parentOf(element))?.name === 'table:table-header-rows' ? 'th' : 'td';
    if (name !== 'text:p' && name !== 'text:h') return ODT_HTML.get(name) ?? '';
    if (titles.has(style)) return 'h1';
    // A heading without a level has the first (OpenDocument 1.3, part 3, 19.850).
    const level = attribs['text:outline-level'] ?? '1';
    return name === 'text:p' ? 'p' : headingTag(Number(level), element === begin);
  };
  const meta = await zip.xml('meta.xml');
  return { title: textOf(first(meta, 'dc:title')), pages: inPages(body, { become, hasText: true }) };
}

/** Other media, the readings of characters, and what is no text of the book. */
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

/** A book (EPUB 3.3): its chapters in reading order, without its table of contents. */
async function pagesOfBook(zip: ZipFile): Promise<Pages | null> {
  const container = await zip.xml('META-INF/container.xml');
  const place = first(container, 'rootfile')?.attribs['full-path'];
  const book = place === undefined ? null : await zip.xml(place);
  if (place === undefined || book === null) return null;
  const items = [...all(book, 'item'), ...all(book, 'opf:item')];
  const isContents = ({ attribs }: Element) => attribs.properties?.split(/\s+/).includes('nav') === true;
  const files = new Map(
    items
      .filter((item) => !isContents(item))
      .map(({ attribs }) => [attribs.id, attribs.href?.split('#', 1)[0]]),
  );
  const order = [...all(book, 'itemref'), ...all(book, 'opf:itemref')].filter(
    ({ attribs }) => attribs.linear !== 'no',
  );
  // A book lists each chapter once; a small hostile one lists one chapter millions of times.
  const chapters = new Set(order.flatMap(({ attribs }) => decode(files.get(attribs.idref) ?? '')));
  const become = ({ name, attribs }: Element): Become => {
    if (BOOK_SKIPPED.has(name) || 'hidden' in attribs || attribs['aria-hidden'] === 'true') return null;
    if (name === 'br' || name === 'hr') return { html: `<${name}>` };
    return /^[a-z][a-z0-9]{0,20}$/.test(name) ? name : '';
  };
  const pages: string[] = [];
  for (const chapter of chapters) {
    const page = await zip.xml(posix.join(posix.dirname(place), chapter));
    if (page !== null) pages.push(...inPages(first(page, 'body') ?? page, { become, hasText: true }));
  }
  return { title: textOf(first(book, 'dc:title')), pages };
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** What an element becomes: one of HTML by its name, with what is in it; only what is in it (''); other HTML; nothing. */
type Become = string | { readonly html: string } | null;

type Rules = {
  readonly become: (element: Element) => Become;
  /** Whether all text counts. */
  readonly hasText: boolean;
};

/** The reader of pages reads 60,000 elements of a page; the shortest one takes 7 characters. */
const PAGE_CHARS = 400_000;

/** The children of an element as pages of HTML. */
function inPages(body: ParentNode, rules: Rules): string[] {
  const pages: string[] = [];
  let html: string[] = [];
  let chars = 0;
  for (const node of body.children) {
    const from = html.length;
    write(node, rules, html);
    for (const piece of html.slice(from)) chars += piece.length;
    if (chars < PAGE_CHARS) continue;
    pages.push(html.join(''));
    [html, chars] = [[], 0];
  }
  return [...pages, html.join('')];
}

function write(node: ParentNode['children'][number], rules: Rules, html: string[]): void {
  if (isText(node) && rules.hasText) html.push(escapeHtml(node.data));
  if (!isTag(node)) return;
  const become = rules.become(node);
  if (become === null) return;
  if (typeof become === 'object') return void html.push(become.html);
  if (become !== '') html.push(`<${become}>`);
  const from = html.length;
  for (const inner of node.children) write(inner, rules, html);
  if (become !== '' && html.length > from) html.push(`</${become}>`);
  // A paragraph without text is none, and no title.
  else if (become !== '') html.pop();
}

/** The elements of a name, in order; none of a file that is missing. */
function all(root: ParentNode | null, name: string): Element[] {
  return root === null ? [] : DomUtils.getElementsByTagName(name, root.children, true);
}

function first(root: ParentNode | null, name: string): Element | undefined {
  return root === null ? undefined : DomUtils.getElementsByTagName(name, root.children, true, 1)[0];
}

function parentOf(element: Element | undefined): Element | undefined {
  const parent = element?.parent ?? null;
  return parent !== null && isTag(parent) ? parent : undefined;
}

function child(of: Element | undefined, name: string): Element | undefined {
  return of?.children.filter(isTag).find((element) => element.name === name);
}

function textOf(element: Element | undefined): string {
  return element === undefined ? '' : DomUtils.textContent(element).trim();
}
