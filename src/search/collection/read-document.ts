import { collapse, toSnippet } from '../../core/text.ts';
import type { CollectionDocument, Refusal } from './collection-index.ts';
import { documentAddress } from './document-address.ts';
import { readFrontMatter } from './front-matter.ts';
import { canonicalUrlIn } from './html-remains.ts';
import { readMarkdown } from './plain-markdown.ts';

const MAX_TITLE_CHARS = 120;

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
 * `baseUrl` plus its path; its title the `title` of its front matter, else its first heading, else its first line. A
 * document without an http(s) URL or without text is refused.
 */
export function readDocument(file: TextFile, baseUrl: URL | null): CollectionDocument | Refusal {
  const { fields, body } = readFrontMatter(file.content);
  const { text, heading, canonicalUrl } = file.isMarkdown ? readMarkdown(body) : readPlain(body);
  if (text.trim() === '') return { path: file.path, reason: 'it holds no text' };
  const named = fields.get('url') || canonicalUrl;
  const address = documentAddress(file.path, named, baseUrl);
  if ('reason' in address) return { path: file.path, reason: address.reason };
  const title = fields.get('title') || heading || firstLine(text);
  return { ...address, title: toSnippet(title, MAX_TITLE_CHARS), text };
}

function readPlain(body: string) {
  return { text: body.replaceAll('\r\n', '\n'), heading: null, canonicalUrl: canonicalUrlIn(body) };
}

function firstLine(text: string): string {
  return collapse(text.trimStart().split('\n', 1)[0] ?? '');
}
