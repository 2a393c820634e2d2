/** How a file of a collection is read: with its front matter, or by its media type as a page of the web would be. */
export type FileKind =
  | { readonly reader: 'text'; readonly isMarkdown: boolean; readonly maxBytes: number }
  | { readonly reader: 'content'; readonly mediaType: string; readonly maxBytes: number };

/** Nobody writes more into one document; a PDF brings its pictures and fonts along. */
const MAX_BYTES = 2_000_000;
const MAX_PDF_BYTES = 20_000_000;

const KINDS: Readonly<Record<string, FileKind>> = {
  md: { reader: 'text', isMarkdown: true, maxBytes: MAX_BYTES },
  markdown: { reader: 'text', isMarkdown: true, maxBytes: MAX_BYTES },
  txt: { reader: 'text', isMarkdown: false, maxBytes: MAX_BYTES },
  html: { reader: 'content', mediaType: 'text/html', maxBytes: MAX_BYTES },
  htm: { reader: 'content', mediaType: 'text/html', maxBytes: MAX_BYTES },
  xhtml: { reader: 'content', mediaType: 'application/xhtml+xml', maxBytes: MAX_BYTES },
  jsonld: { reader: 'content', mediaType: 'application/ld+json', maxBytes: MAX_BYTES },
  'json-ld': { reader: 'content', mediaType: 'application/ld+json', maxBytes: MAX_BYTES },
  pdf: { reader: 'content', mediaType: 'application/pdf', maxBytes: MAX_PDF_BYTES },
};

/** How a file of this name is read; null for what is not read. */
export function fileKind(name: string): FileKind | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') && Object.hasOwn(KINDS, ending) ? (KINDS[ending] ?? null) : null;
}
