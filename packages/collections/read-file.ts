import { cleanText } from '@sayso/text/clean-text.ts';
import { collapse, toSnippet } from '@sayso/text/text.ts';
import { documentAddress } from './document-address.ts';
import { documentTitle } from './document-title.ts';
import { canonicalUrlIn, readMarkdown } from './plain-markdown.ts';
import type { ReadPage } from './read-page.ts';
import type { NewDocument, Refusal } from './store.ts';

/** A document, and a remark on the text that was left out of its file. */
type ReadDocument = NewDocument & { readonly remark?: string };

/** How a file is read: as text with front matter, like a page of its media type, or as a zip of XML. */
export type FileKind = { readonly maxBytes: number } & (
  | { readonly reader: 'text'; readonly isMarkdown: boolean }
  | { readonly reader: 'page'; readonly mediaType: string }
  | { readonly reader: 'bundle'; readonly format: BundleFormat }
);

type BundleFormat = 'docx' | 'odt' | 'epub';

/** Text documents are smaller than this; the other formats include pictures and fonts. */
const MAX_BYTES = 20_000_000;
const MAX_RICH_BYTES = 200_000_000;

const page = (mediaType: string): FileKind => ({ reader: 'page', mediaType, maxBytes: MAX_BYTES });
const bundle = (format: BundleFormat): FileKind => ({ reader: 'bundle', format, maxBytes: MAX_RICH_BYTES });
const markdown: FileKind = { reader: 'text', isMarkdown: true, maxBytes: MAX_BYTES };

const KINDS: ReadonlyMap<string, FileKind> = new Map([
  ['md', markdown],
  ['markdown', markdown],
  ['txt', { reader: 'text', isMarkdown: false, maxBytes: MAX_BYTES }],
  ['html', page('text/html')],
  ['htm', page('text/html')],
  ['xhtml', page('application/xhtml+xml')],
  ['jsonld', page('application/ld+json')],
  ['json-ld', page('application/ld+json')],
  ['pdf', { reader: 'page', mediaType: 'application/pdf', maxBytes: MAX_RICH_BYTES }],
  ['docx', bundle('docx')],
  ['odt', bundle('odt')],
  ['epub', bundle('epub')],
]);

/** Advice for common document formats that are not read. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['rst', 'no suitable library reads .rst files; convert this one to Markdown or HTML'],
  ['org', 'no suitable library reads .org files; export this one as Markdown or HTML'],
  ['doc', 'the old .doc format is not read; save the file as .docx'],
  ['rtf', '.rtf files are not read; save this one as .docx or .odt'],
]);

/** The way to read a file with this name, or the reason why it is not read. */
export function fileKind(name: string): FileKind | { readonly reason: string } {
  const base = name.slice(name.lastIndexOf('/') + 1);
  if (!base.includes('.')) return { reason: 'it has no file extension that says what it is' };
  const extension = base.slice(base.lastIndexOf('.') + 1).toLowerCase();
  const kind = KINDS.get(extension);
  if (kind !== undefined) return kind;
  const shown = toSnippet(extension, 20);
  return { reason: INSTEAD.get(extension) ?? `.${shown} files are not read` };
}

/** A file in memory; its path is relative to its folder, with slashes. */
type LoadedFile = {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The base URL for documents without a complete URL of their own; null if the service shows them. */
  readonly base: string | null;
};

/** Whether a file is a document by its name, so that its owner wants to know why it is left out. */
export function isDocumentName(path: string): boolean {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return (KINDS.has(extension) || INSTEAD.has(extension)) && !/(?:^|\/)\./.test(path);
}

/** Reads a file as a document, or says why it is refused. Its bytes may be gone then. Rejects only with the signal's reason. */
export type ReadFile = (file: LoadedFile, signal: AbortSignal) => Promise<ReadDocument | Refusal>;

/**
 * Makes the function that reads files; `readPage` reads the pages and PDFs among them. A hostile file can take minutes: a
 * service reads in a thread.
 */
export function createReadFile(readPage: ReadPage): ReadFile {
  return async (file, signal) => {
    const { path, bytes } = file;
    const kind = fileKind(path);
    if ('reason' in kind) return { path, reason: kind.reason };
    const base = file.base === null ? null : new URL(file.base);
    if (kind.reader === 'page') return await readAsPage(file, { ...kind, base, readPage }, signal);
    if (kind.reader === 'bundle') return await readBundle(file, kind.format, base, signal);
    const decoded = decodeTextFile(bytes);
    if ('reason' in decoded) return { path, ...decoded };
    const document = readText(path, decoded.content, kind.isMarkdown, base);
    return 'reason' in document ? document : withRemark(document, decoded.remark);
  };
}

async function readAsPage(
  { path, bytes }: LoadedFile,
  { mediaType, base, readPage }: { mediaType: string; base: URL | null; readPage: ReadPage },
  signal: AbortSignal,
): Promise<ReadDocument | Refusal> {
  // A page gives its address in its head.
  const head = mediaType.includes('html') ? Buffer.from(bytes.subarray(0, MAX_HEAD_BYTES)).toString() : '';
  const content = await readPage(bytes, mediaType, signal);
  if (content.status === 'skipped') return { path, reason: content.reason };
  const { title, text } = content.extracted;
  if (text.trim() === '') return { path, reason: NO_TEXT };
  const address = documentAddress(path, canonicalUrlIn(head), base);
  return withRemark({ ...address, title: documentTitle(path, title), text }, content.remark);
}

const MAX_HEAD_BYTES = 200_000;
const NO_TEXT = 'it contains no text';

function withRemark(document: ReadDocument, remark: string | undefined): ReadDocument {
  if (remark === undefined) return document;
  return { ...document, remark: [document.remark, remark].filter(Boolean).join('; ') };
}

/** As long as the longest text file: a zip file of 1 MB can unpack to 256 MB, and an index of 300 MB. */
const MAX_CHARS = MAX_BYTES;

async function readBundle(
  { path, bytes }: LoadedFile,
  format: BundleFormat,
  base: URL | null,
  signal: AbortSignal,
): Promise<ReadDocument | Refusal> {
  try {
    // Loaded with the first such file.
    const { readDocx, readOdt, readEpub } = await import('./office-files.ts');
    const { openZip } = await import('./zip-of-xml.ts');
    const read = { docx: readDocx, odt: readOdt, epub: readEpub }[format];
    const found = await read(await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    if (found === null) return { path, reason: `it is not a .${format} file, whatever its name says` };
    if (found.text.length > MAX_CHARS) throw new Error('The text is too long.');
    const text = cleanText(found.text).trim();
    if (text === '') return { path, reason: NO_TEXT };
    const titles = found.titles.map((title) => (title === null ? null : cleanText(title)));
    return { ...documentAddress(path, null, base), title: documentTitle(path, ...titles), text };
  } catch {
    signal.throwIfAborted();
    return { path, reason: `it is a .${format} file that cannot be opened: damaged, locked or too large` };
  }
}

/** The text of a file, with a remark if its encoding had to be guessed; or the reason why there is none. */
type Decoded = { readonly content: string; readonly remark?: string } | { readonly reason: string };

/** Western European text has a smaller share of accents; misread Cyrillic or Greek is nearly all accents. */
const MAX_MARKED_SHARE = 0.35;

/** Letters and common typographic marks. Any other character shows that the text is in another encoding. */
const WESTERN = /^[\p{L}\p{ASCII}\s‘’‚“”„‹›«»–—…•·°§©®™€£¢¥¡¿²³½¼¾×±µªº´¨]*$/u;
/** In encodings for Eastern Europe, the codes of these signs stand for letters. */
const SIGN_AS_LETTER = /[a-z][±³¶¡¿ªº¢£¥¼½¾µ´¨][a-z]|[a-z]{3}[±³¶¡¿£¥¼½¾µ´¨]|[±³¶¡¿£¥¼½¾µ´¨]{2}/;

/** Decodes a text file: UTF-8, UTF-16 with a mark, or Windows-1252 if it looks Western European. */
export function decodeTextFile(bytes: Uint8Array): Decoded {
  const marked = markedEncoding(bytes);
  const content = strictly(marked ?? 'utf-8', bytes);
  if (content?.includes('\0')) return { reason: 'it is binary, not text' };
  if (content !== null) return { content };
  const guess = marked === null ? asWestern(bytes) : null;
  return guess === null
    ? { reason: 'it is not UTF-8 text; save it as UTF-8' }
    : { content: guess, remark: 'it is not UTF-8 and was read as Windows-1252; save it as UTF-8' };
}

/** The encoding by the byte order mark; null if there is none of UTF-16. */
function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The text as Windows-1252; null if it does not look Western European. */
function asWestern(bytes: Uint8Array): string | null {
  const content = strictly('windows-1252', bytes);
  if (content === null || !WESTERN.test(content) || SIGN_AS_LETTER.test(content)) return null;
  const letters = content.match(/\p{L}/gu)?.length ?? 0;
  const marked = content.match(/[^\P{L}\p{ASCII}]/gu)?.length ?? 0;
  return marked > letters * MAX_MARKED_SHARE ? null : content;
}

/** The text in an encoding; null if the bytes are not valid in it. */
function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A longer first line is the beginning of the text, not a title. */
const MAX_TITLE_LINE_CHARS = 120;

/**
 * The document in a text. Its URL is the `url` in its front matter, otherwise its canonical link, otherwise
 * `base` plus its path, otherwise only its path. Its title is the `title` in its front matter, otherwise its
 * title heading, otherwise a short first line, otherwise its file name. The `keywords` in its front matter
 * are additional search words.
 */
function readText(
  path: string,
  content: string,
  isMarkdown: boolean,
  base: URL | null,
): ReadDocument | Refusal {
  const { fields, body } = readFrontMatter(content);
  const { text, heading, mayBeginWithTitle, canonicalUrl } = isMarkdown
    ? readMarkdown(body)
    : readPlain(body);
  if (text.trim() === '') return { path, reason: NO_TEXT };
  const address = documentAddress(path, fields.get('url') || canonicalUrl, base);
  const line = collapse(text.trimStart().split('\n', 1)[0] ?? '');
  const isTitle = mayBeginWithTitle && line.length <= MAX_TITLE_LINE_CHARS;
  const title = documentTitle(path, fields.get('title'), heading, isTitle ? line : null);
  const keywords = fields.get('keywords');
  return { ...address, title, text, ...(keywords && { keywords }) };
}

function readPlain(body: string) {
  const text = body.replaceAll('\r\n', '\n');
  return { text, heading: null, mayBeginWithTitle: true, canonicalUrl: canonicalUrlIn(body) };
}

/** The maximum number of lines of front matter; a longer block is text between two rules. */
const MAX_LINES = 100;

/**
 * Reads the `key: value` lines, quoted or not, between two `---` lines at the start of a text. This is the
 * part of YAML that front matter uses for single values; lists and nested or multi-line values are ignored.
 * Without front matter, the whole text is the body. The keys are in lower case, the values plain text.
 */
export function readFrontMatter(text: string) {
  const fields = new Map<string, string>();
  const lines = text.split(/\r?\n/, MAX_LINES + 2);
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (!/^---\s*$/.test(lines[0] ?? '') || end === -1) return { fields, body: text };
  for (const line of lines.slice(1, end)) {
    const [, key, value] = /^([a-z][\w-]*):\s+(\S.*)/i.exec(line) ?? [];
    if (key !== undefined && value !== undefined) fields.set(key.toLowerCase(), toPlainValue(value.trim()));
  }
  return { fields, body: afterLines(text, end + 1) };
}

function toPlainValue(value: string): string {
  const [, doubleQuoted] = /^"((?:[^"\\]|\\.)*)"/.exec(value) ?? [];
  if (doubleQuoted !== undefined) return doubleQuoted.replace(/\\(.)/g, '$1');
  const [, singleQuoted] = /^'((?:[^']|'')*)'/.exec(value) ?? [];
  if (singleQuoted !== undefined) return singleQuoted.replaceAll("''", "'");
  // `|` and `>` start a multi-line value, `[` and `{` a list or a mapping.
  return /^[|>[{&*!]/.test(value) ? '' : value.replace(/\s#.*$/, '').trim();
}

function afterLines(text: string, count: number): string {
  let from = 0;
  for (let line = 0; line < count; line++) {
    const at = text.indexOf('\n', from);
    if (at === -1) return '';
    from = at + 1;
  }
  return text.slice(from);
}
