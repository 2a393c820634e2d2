import { collapse, toSnippet } from '@sayso/text/text.ts';
import { documentAddress } from './document-address.ts';
import { readLinks } from './links.ts';
import type { ReadPage } from './read-page.ts';
import type { NewDocument, Refusal } from './store.ts';

/** A document, and a remark on the text that was left out of its file. */
type ReadDocument = NewDocument & { readonly remark?: string };

/** How a file is read: as a page of its media type, or as a zip file of XML that becomes pages. */
export type FileKind = { readonly maxBytes: number } & (
  | { readonly mediaType: string }
  | { readonly format: 'docx' | 'odt' | 'epub' }
);

/** Text documents are smaller than this; the other formats include pictures and fonts. */
const MAX_BYTES = 20_000_000;
const MAX_RICH_BYTES = 200_000_000;

const text = (mediaType: string): FileKind => ({ mediaType, maxBytes: MAX_BYTES });
const KINDS: ReadonlyMap<string, FileKind> = new Map([
  ['md', text('text/markdown')],
  ['markdown', text('text/markdown')],
  ['txt', text('text/plain')],
  ['html', text('text/html')],
  ['htm', text('text/html')],
  ['xhtml', text('application/xhtml+xml')],
  ['jsonld', text('application/ld+json')],
  ['json-ld', text('application/ld+json')],
  ['pdf', { mediaType: 'application/pdf', maxBytes: MAX_RICH_BYTES }],
  ['docx', { format: 'docx', maxBytes: MAX_RICH_BYTES }],
  ['odt', { format: 'odt', maxBytes: MAX_RICH_BYTES }],
  ['epub', { format: 'epub', maxBytes: MAX_RICH_BYTES }],
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
  const extension = extensionOf(base);
  const shown = toSnippet(extension, 20);
  return KINDS.get(extension) ?? { reason: INSTEAD.get(extension) ?? `.${shown} files are not read` };
}

/** Whether a file is a document by its name, so that its owner wants to know why it is left out. */
export function isDocumentName(path: string): boolean {
  const extension = extensionOf(path);
  return (KINDS.has(extension) || INSTEAD.has(extension)) && !/(?:^|\/)\./.test(path);
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

/** A file in memory; its path is relative to its folder, with slashes. */
type LoadedFile = {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The base URL for documents without a complete URL of their own; null if the service shows them. */
  readonly base: string | null;
};

/** Reads a file as a document, or says why it is refused. Its bytes may be gone then. Rejects only with the signal's reason. */
export type ReadFile = (file: LoadedFile, signal: AbortSignal) => Promise<ReadDocument | Refusal>;

/**
 * Makes the function that reads files: all of them as pages, by `readPage`. A hostile file can take minutes: a service
 * reads in a thread.
 */
export function createReadFile(readPage: ReadPage): ReadFile {
  return async ({ path, bytes, base }, signal) => {
    const kind = fileKind(path);
    if ('reason' in kind) return { path, reason: kind.reason };
    const baseUrl = base === null ? null : new URL(base);
    if ('format' in kind) {
      // Loaded with the first such file.
      const { readOfficeFile } = await import('./office-files.ts');
      const { title, content } = await readOfficeFile(bytes, kind.format, readPage, signal);
      return toDocument(path, { title }, baseUrl, content);
    }
    const stated = statedIn(bytes.subarray(0, MAX_HEAD_BYTES), kind.mediaType, baseUrl);
    return toDocument(path, stated, baseUrl, await readPage(bytes, kind.mediaType, signal));
  };
}

/**
 * The document in a file. Its URL is the one that it states, otherwise the base URL plus its path, otherwise only its
 * path. Its title is the stated one, otherwise that of its text, otherwise its file name.
 */
function toDocument(
  path: string,
  stated: Stated,
  base: URL | null,
  content: Awaited<ReturnType<ReadPage>>,
): ReadDocument | Refusal {
  if (content.status === 'skipped') return { path, reason: content.reason };
  const { title, text } = content.extracted;
  if (text.trim() === '') return { path, reason: 'it contains no text' };
  const { remark, ...address } = documentAddress(path, stated.url, base);
  const remarks = [remark, content.remark].filter(Boolean).join('; ');
  return {
    ...address,
    title: documentTitle(path, stated.title, title),
    text,
    ...(stated.keywords && { keywords: stated.keywords }),
    ...(remarks !== '' && { remark: remarks }),
  };
}

/** What a file says of itself; keywords are further words by which it is found. */
type Stated = {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly keywords?: string | undefined;
};

const MAX_HEAD_BYTES = 200_000;

function statedIn(head: Uint8Array, mediaType: string, base: URL | null): Stated {
  if (mediaType.includes('html'))
    return { url: readLinks(head, base ?? new URL('about:blank')).canonical?.href };
  if (mediaType !== 'text/markdown') return {};
  const fields = readFrontMatter(Buffer.from(head).toString());
  return { url: fields.get('url'), title: fields.get('title'), keywords: fields.get('keywords') };
}

const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)(?<=\n)(?:---|\.\.\.)[ \t]*\r?(?:\n|$)/;

/**
 * The `key: value` lines, quoted or not, between two `---` lines at the start of a text; the keys are in lower case. Lists
 * and nested or multi-line values are left out. (The library for YAML takes 17 seconds for 18 KB of question marks.)
 */
export function readFrontMatter(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of FRONT_MATTER.exec(text)?.[1]?.split(/\r?\n/) ?? []) {
    const [, key, value] = /^([a-z][\w-]*):\s+(\S.*)/i.exec(line) ?? [];
    if (key !== undefined && value !== undefined) fields.set(key.toLowerCase(), toPlainValue(value.trim()));
  }
  return fields;
}

function toPlainValue(value: string): string {
  const [, doubleQuoted] = /^"((?:[^"\\]|\\.)*)"/.exec(value) ?? [];
  if (doubleQuoted !== undefined) return doubleQuoted.replace(/\\(.)/g, '$1');
  const [, singleQuoted] = /^'((?:[^']|'')*)'/.exec(value) ?? [];
  if (singleQuoted !== undefined) return singleQuoted.replaceAll("''", "'");
  // `|` and `>` start a multi-line value, `[` and `{` a list or a mapping.
  return /^[|>[{&*!]/.test(value) ? '' : value.replace(/\s#.*$/, '').trim();
}

const MAX_TITLE_CHARS = 120;
/** Titles that programs write if the author did not set one: a file name or a placeholder. */
const UNWRITTEN = new RegExp(
  String.raw`^(?:untitled(?:[ -]?\d+)?|unbenannt\d*|sans titre\d*|document\d*` +
    String.raw`|(?:powerpoint )?presentation\d*|microsoft word - .*|.*\.(?:docx?|odt|rtf|tex|indd` +
    '|dvi|pages|pptx?|xlsx?))$',
  'i',
);

/** The first meaningful title of a document, at most 120 characters, or the words of its file name. */
function documentTitle(path: string, ...titles: readonly (string | undefined)[]): string {
  for (const title of titles) {
    const written = collapse(title ?? '');
    if (/[\p{L}\p{N}]/u.test(written) && !UNWRITTEN.test(written)) return toSnippet(written, MAX_TITLE_CHARS);
  }
  return toSnippet(nameInWords(path), MAX_TITLE_CHARS);
}

/** Turns `guide/user_guide-2.md` into "user guide 2". */
function nameInWords(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const bare = dot > 0 ? name.slice(0, dot) : name;
  return collapse(bare.replace(/[_-]+/g, ' ')) || name;
}
