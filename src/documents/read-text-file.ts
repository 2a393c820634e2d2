import { collapse } from '../lib/text/text.ts';
import type { ReadDocument, Refusal } from './collection-document.ts';
import { documentAddress } from './document-address.ts';
import { documentTitle } from './document-title.ts';
import { readFrontMatter } from './front-matter.ts';
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
