import { toSnippet } from '../../core/text.ts';
import type { BundleFormat } from './read-bundle.ts';

/**
 * How a file is read: as text with front matter, like a web page of its media type, or as a zip file of XML.
 */
export type FileKind = { readonly maxBytes: number } & (
  | { readonly reader: 'text'; readonly isMarkdown: boolean }
  | { readonly reader: 'content'; readonly mediaType: string }
  | { readonly reader: 'bundle'; readonly format: BundleFormat }
);

/** Text documents are smaller than this; the other formats include their pictures and fonts. */
const MAX_BYTES = 20_000_000;
const MAX_RICH_BYTES = 200_000_000;

const page = (mediaType: string): FileKind => ({ reader: 'content', mediaType, maxBytes: MAX_BYTES });
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
  ['pdf', { reader: 'content', mediaType: 'application/pdf', maxBytes: MAX_RICH_BYTES }],
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

/** How a file with this name is read, or why it is not. */
export function fileKind(name: string): FileKind | { readonly reason: string } {
  const base = name.slice(name.lastIndexOf('/') + 1);
  if (!base.includes('.')) return { reason: 'it has no file extension that says what it is' };
  const extension = base.slice(base.lastIndexOf('.') + 1).toLowerCase();
  const known = KINDS.get(extension);
  if (known !== undefined) return known;
  const shown = toSnippet(extension, 20);
  return { reason: INSTEAD.get(extension) ?? `.${shown} files are not read` };
}
