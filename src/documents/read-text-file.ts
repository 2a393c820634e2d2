import { collapse } from '../lib/text/text.ts';
import type { ReadDocument, Refusal } from './collection-document.ts';
import { documentAddress } from './document-address.ts';
import { documentTitle } from './document-title.ts';
import { canonicalUrlIn } from './html-remains.ts';
import { readMarkdown } from './plain-markdown.ts';

/** A longer first line is the beginning of the text, not a title. */
const MAX_TITLE_LINE_CHARS = 120;

/** A file of Markdown or plain text. */
type TextFile = {
  /** Its path relative to its folder, with slashes. */
  readonly path: string;
  readonly content: string;
  /** True for Markdown, false for plain text. */
  readonly isMarkdown: boolean;
};

/**
 * Reads a file as a document of a collection. Its URL is the `url` in its front matter, otherwise its
 * canonical link, otherwise `baseUrl` plus its path, otherwise only its path. Its title is the `title` in its
 * front matter, otherwise its title heading, otherwise a short first line, otherwise its file name. The
 * `keywords` in its front matter are additional search words. A document without text is refused.
 */
export function readTextFile(file: TextFile, baseUrl: URL | null): ReadDocument | Refusal {
  const { fields, body } = readFrontMatter(file.content);
  const { text, heading, beginsWithSection, canonicalUrl } = file.isMarkdown
    ? readMarkdown(body)
    : readPlain(body);
  if (text.trim() === '') return { path: file.path, reason: 'it contains no text' };
  const statedUrl = fields.get('url') || canonicalUrl;
  const address = documentAddress(file.path, statedUrl, baseUrl);
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
