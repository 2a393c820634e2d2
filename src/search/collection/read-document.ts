import { collapse, toSnippet } from '../../core/text.ts';
import { parseWebUrl } from '../../core/url.ts';
import type { CollectionDocument, Refusal } from './collection-index.ts';
import { readFrontMatter } from './front-matter.ts';
import { canonicalUrlIn } from './html-remains.ts';
import { readMarkdown } from './plain-markdown.ts';

const MAX_TITLE_CHARS = 120;

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
  const url = named ? resolve(named, baseUrl) : baseUrl && urlOfPath(file.path, baseUrl);
  if (url === null) return { path: file.path, reason: whyWithoutUrl(named) };
  const title = fields.get('title') || heading || firstLine(text);
  return { url: url.href, title: toSnippet(title, MAX_TITLE_CHARS), text };
}

function readPlain(body: string) {
  return { text: body.replaceAll('\r\n', '\n'), heading: null, canonicalUrl: canonicalUrlIn(body) };
}

function resolve(address: string, baseUrl: URL | null): URL | null {
  if (baseUrl === null || !URL.canParse(address, baseUrl)) return parseWebUrl(address);
  return parseWebUrl(new URL(address, baseUrl).href);
}

function urlOfPath(path: string, baseUrl: URL): URL {
  const url = new URL(baseUrl);
  const encoded = path.split('/').map((name) => encodeURIComponent(name.toWellFormed()));
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encoded.join('/')}`;
  return url;
}

function whyWithoutUrl(named: string | null | undefined): string {
  if (named) return `its address "${toSnippet(named, 80)}" is not an http or https URL`;
  return 'it has no address: neither a url in its front matter nor a canonical link, and no --base-url was given';
}

function firstLine(text: string): string {
  return collapse(text.trimStart().split('\n', 1)[0] ?? '');
}
