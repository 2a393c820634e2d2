import { collapse } from '../../core/text.ts';
import type { ReadDocument, Refusal } from './collection-document.ts';
import { documentAddress } from './document-address.ts';
import { documentTitle } from './document-title.ts';
import { canonicalUrlIn } from './html-remains.ts';
import { readMarkdown } from './plain-markdown.ts';

/** A longer first line is the beginning of the text rather than a title. */
const MAX_TITLE_LINE_CHARS = 120;

/** A file of Markdown or plain text. */
type TextFile = {
  /** Relative to its folder, with slashes. */
  readonly path: string;
  readonly content: string;
  /** True for Markdown, false for plain text. */
  readonly isMarkdown: boolean;
};

/**
 * Reads a file as a document of a collection. Its URL is the `url` in its front matter, otherwise its
 * canonical link, otherwise `baseUrl` plus its path, otherwise only its path. Its title is the `title` in its
 * front matter, otherwise the heading that names it, otherwise a short first line, otherwise its file name.
 * The `keywords` in its front matter also find it. A document without text is refused.
 */
export function readDocument(file: TextFile, baseUrl: URL | null): ReadDocument | Refusal {
  const { fields, body } = readFrontMatter(file.content);
  const { text, heading, beginsWithSection, canonicalUrl } = file.isMarkdown
    ? readMarkdown(body)
    : readPlain(body);
  if (text.trim() === '') return { path: file.path, reason: 'it contains no text' };
  const named = fields.get('url') || canonicalUrl;
  const address = documentAddress(file.path, named, baseUrl);
  const line = beginsWithSection ? null : firstLine(text);
  const title = documentTitle(file.path, fields.get('title'), heading, line);
  const keywords = fields.get('keywords');
  return { ...address, title, text, ...(keywords && { keywords }) };
}

function readPlain(body: string) {
  const text = body.replaceAll('\r\n', '\n');
  return { text, heading: null, beginsWithSection: false, canonicalUrl: canonicalUrlIn(body) };
}

function firstLine(text: string): string | null {
  const line = collapse(text.trimStart().split('\n', 1)[0] ?? '');
  return line.length <= MAX_TITLE_LINE_CHARS ? line : null;
}

/** The maximum number of lines of front matter; a longer block is text between two rules. */
const MAX_LINES = 100;

/** A text, separated into its front matter and its body. */
type FrontMatter = {
  /** Keys in lower case; values as plain text. */
  readonly fields: ReadonlyMap<string, string>;
  /** The text after the front matter. */
  readonly body: string;
};

/**
 * Reads the `key: value` lines, quoted or not, between two `---` lines at the start of a text. This is the
 * part of YAML that front matter uses for single values; lists and nested or multi-line values are ignored.
 * Without front matter, the whole text is the body.
 */
export function readFrontMatter(text: string): FrontMatter {
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

/**
 * The title and text of a document, or the reason why there are none. Rejects only with the signal's reason.
 */
export type ReadContent = (
  bytes: Uint8Array,
  contentType: string,
  signal: AbortSignal,
) => Promise<
  | {
      readonly status: 'read';
      readonly extracted: { readonly title: string; readonly text: string };
      /** What was left out, in words. */
      readonly remark?: string;
    }
  | { readonly status: 'skipped'; readonly reason: string }
>;

/** A file: its path relative to its folder, with slashes, and the media type that its name implies. */
type ContentFile = { readonly path: string; readonly bytes: Uint8Array; readonly mediaType: string };

/** A page names its address in its head. */
const MAX_HEAD_BYTES = 200_000;

/** How content is read, and where it will be found. */
type ContentReading = { readonly baseUrl: URL | null; readonly readContent: ReadContent };

/**
 * Reads a file like a web page, as a document of a collection. Its URL is its canonical link if it is HTML,
 * otherwise `baseUrl` plus its path, otherwise only its path. Its title is the one that it states, or its
 * file name. Unreadable content is refused.
 */
export async function readContentDocument(
  { path, bytes, mediaType }: ContentFile,
  { baseUrl, readContent }: ContentReading,
  signal: AbortSignal,
): Promise<ReadDocument | Refusal> {
  const head = mediaType.includes('html') ? Buffer.from(bytes.subarray(0, MAX_HEAD_BYTES)).toString() : '';
  const address = documentAddress(path, canonicalUrlIn(head), baseUrl);
  const content = await readContent(bytes, mediaType, signal);
  if (content.status === 'skipped') return { path, reason: content.reason };
  const { title, text } = content.extracted;
  if (text.trim() === '') return { path, reason: 'it contains no text' };
  const remark = [address.remark, content.remark].filter((each) => each !== undefined).join('; ');
  const document = { ...address, title: documentTitle(path, title), text };
  return remark === '' ? document : { ...document, remark };
}
