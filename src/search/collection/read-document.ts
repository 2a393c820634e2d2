import { collapse } from '../../core/text.ts';
import type { ReadDocument, Refusal } from './collection-document.ts';
import { documentAddress } from './document-address.ts';
import { documentTitle } from './document-title.ts';
import { readFrontMatter } from './front-matter.ts';
import { canonicalUrlIn } from './html-remains.ts';
import { readMarkdown } from './plain-markdown.ts';

/** A longer first line is the beginning of a text rather than its title. */
const MAX_TITLE_LINE_CHARS = 120;

/** A file of Markdown or plain text. */
export type TextFile = {
  /** Relative to its folder, with slashes. */
  readonly path: string;
  readonly content: string;
  /** True for Markdown, false for plain text. */
  readonly isMarkdown: boolean;
};

/**
 * A file's content as a document of a collection. Its URL is the `url` of its front matter, else its canonical link, else
 * `baseUrl` plus its path, else its path alone; its title the `title` of its front matter, else the heading that names it,
 * else a short first line, else its file's name. It is found by the `keywords` of its front matter, too. A document without
 * text is refused.
 */
export function readDocument(file: TextFile, baseUrl: URL | null): ReadDocument | Refusal {
  const { fields, body } = readFrontMatter(file.content);
  const { text, heading, beginsWithSection, canonicalUrl } = file.isMarkdown
    ? readMarkdown(body)
    : readPlain(body);
  if (text.trim() === '') return { path: file.path, reason: 'it holds no text' };
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
