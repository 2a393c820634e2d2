import { type Article, decodeText, readArticle } from '@sayso/article';
import { ownValue } from '@sayso/text/own-value.ts';
import { toSnippet } from '@sayso/text/text.ts';
import { kindByBytes, MAX_PAGE_BYTES } from '../net/page-body.ts';
import { OWN_PDF, PdfTooLarge, readPdf, WEB_PDF } from './pdf/index.ts';

/** The content of a page, or the reason why there is none. */
export type Content =
  | {
      readonly status: 'read';
      readonly extracted: Article;
      /** A description of the text that was left out; absent if everything was read. */
      readonly remark?: string;
    }
  | {
      readonly status: 'skipped';
      readonly reason: string;
      /** True if it is a page without text. */
      readonly isEmpty?: boolean;
    };

type Kind = 'html' | 'markdown' | 'plain' | 'json-ld' | 'pdf';

const KINDS: Readonly<Record<string, Kind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/vnd.wap.xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'plain',
  'application/ld+json': 'json-ld',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
};
/** The longest text of a page from the web, in UTF-16 units: one for each byte that a page may have. */
const MAX_TEXT_CHARS = MAX_PAGE_BYTES;
const SNIFFED_CHARS = 1_000;
/**
 * Characters that decoded text does not contain (WHATWG MIME Sniffing, "binary data byte"), and the share of
 * them from which content counts as binary.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/g;
const MAX_BINARY_SHARE = 0.03;

/** Reads a page from its bytes; see `readContent`. */
type ReadBytes = (bytes: Uint8Array, contentType: string, signal: AbortSignal) => Promise<Content>;

/**
 * Reads one of the operator's own documents: like `readContent`, but with limits that ordinary PDFs do not
 * reach.
 */
export const readOwnContent: ReadBytes = (...page) => readWithin(OWN_PDF, ...page);

/**
 * Reads a page from its bytes: HTML, plain text, Markdown, an article as JSON-LD, or PDF. `contentType` is
 * the header's value, empty if there was none; a clear signature in the bytes takes precedence. Invisible
 * characters are removed. Rejects only with the signal's reason.
 */
export const readContent: ReadBytes = async (...page) => {
  const content = await readWithin(WEB_PDF, ...page);
  if (content.status === 'skipped' || content.extracted.text.length <= MAX_TEXT_CHARS) return content;
  const text = content.extracted.text.slice(0, MAX_TEXT_CHARS).toWellFormed();
  const main = content.extracted.main
    ?.filter(([from]) => from < text.length)
    .map(([from, to]) => [from, Math.min(to, text.length)] as const);
  return { ...content, extracted: { ...content.extracted, text, ...(main !== undefined && { main }) } };
};

async function readWithin(
  bounds: Parameters<typeof readPdf>[1],
  ...[bytes, contentType, signal]: Parameters<ReadBytes>
): Promise<Content> {
  const kind = kindOf(bytes, contentType);
  if (kind === null) return skipped(whyUnread(bytes, contentType));
  try {
    if (kind === 'pdf') {
      const { remark, ...document } = await readPdf(bytes, bounds, signal);
      return toContent({ ...document, language: null, siteName: null, author: null }, remark);
    }
    const page = await readText(kind, decodeText(bytes, contentType));
    return page === null ? skipped('it is not text, although its type says so') : toContent(page, null);
  } catch (error) {
    signal.throwIfAborted();
    if (kind !== 'pdf') return skipped('it could not be read');
    return skipped(
      error instanceof PdfTooLarge
        ? 'it is a PDF that takes too much memory when it is unpacked'
        : 'it is a PDF that cannot be opened',
    );
  }
}

function toContent(page: Article, remark: string | null): Content {
  const extracted = withinFieldLimits(page);
  if (extracted.text === '') return { status: 'skipped', reason: 'it shows no text', isEmpty: true };
  return { status: 'read', extracted, ...(remark !== null && { remark }) };
}

/**
 * The longest values of the fields that a page states about itself, in code points: as for the results of a
 * search, and longer than real ones. Longer titles are cut; other values that are longer are no names.
 */
const FIELD_CHARS = { title: 300, siteName: 120, author: 120, publishedAt: 40, language: 35 } as const;
/** A longer address of a picture is left out: it would make the address that the service signs too long. */
const MAX_URL_CHARS = 1_000;

/** The fields of a page within their limits, whoever extracted them; the text is unchanged. */
function withinFieldLimits(page: Article): Article {
  return {
    title: toSnippet(page.title, FIELD_CHARS.title),
    text: page.text,
    ...(page.main !== undefined && { main: page.main }),
    siteName: ifShort(page.siteName, FIELD_CHARS.siteName),
    author: ifShort(page.author, FIELD_CHARS.author),
    publishedAt: ifShort(page.publishedAt, FIELD_CHARS.publishedAt),
    language: ifShort(page.language, FIELD_CHARS.language),
    ...(isShortUrl(page.imageUrl) && { imageUrl: page.imageUrl }),
  };
}

function isShortUrl(url: string | undefined): url is string {
  return url !== undefined && url.length <= MAX_URL_CHARS;
}

function ifShort(value: string | null, maxChars: number): string | null {
  return value === null || value.length > 2 * maxChars || Array.from(value).length > maxChars ? null : value;
}

/** The page in a decoded text; null if the content should be text but is binary. */
async function readText(format: Exclude<Kind, 'pdf'>, text: string): Promise<Article | null> {
  return isBinary(text) ? null : readArticle(text, { format, full: true });
}

function isBinary(text: string): boolean {
  const head = text.slice(0, SNIFFED_CHARS);
  const found = head.match(BINARY)?.length ?? 0;
  return found > 2 && found > head.length * MAX_BINARY_SHARE;
}

function kindOf(bytes: Uint8Array, contentType: string): Kind | null {
  const stated = ownValue(KINDS, mediaTypeOf(contentType)) ?? null;
  return kindByBytes(bytes) ?? (stated === 'pdf' ? null : stated);
}

function whyUnread(bytes: Uint8Array, contentType: string): string {
  if (bytes.length === 0) return 'it is empty';
  return ownValue(KINDS, mediaTypeOf(contentType)) === 'pdf'
    ? 'it is not a PDF, although its type says so'
    : `it is ${nameOf(contentType)}, which is not read`;
}

function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function nameOf(contentType: string): string {
  const type = mediaTypeOf(contentType);
  return /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? type : 'of an unknown type';
}

function skipped(reason: string): Content {
  return { status: 'skipped', reason };
}
