import { basename } from 'node:path';
import { toSnippet } from '../../core/text.ts';
import type { CollectionDocument, Refusal } from './collection-index.ts';
import { documentAddress } from './document-address.ts';
import { canonicalUrlIn } from './html-remains.ts';

/** Title and text of a document from its bytes, or in words why there are none. Rejects only with the signal's reason. */
export type ReadContent = (
  bytes: Uint8Array,
  contentType: string,
  signal: AbortSignal,
) => Promise<
  | { readonly status: 'read'; readonly extracted: { readonly title: string; readonly text: string } }
  | { readonly status: 'skipped'; readonly reason: string }
>;

/** A file as it stands: its path relative to its folder, with slashes, and the media type its name tells. */
export type ContentFile = { readonly path: string; readonly bytes: Uint8Array; readonly mediaType: string };

const MAX_TITLE_CHARS = 120;
/** A page names its address in its head. */
const MAX_HEAD_BYTES = 200_000;

/**
 * A file that is read as a page of the web would be, as a document of a collection. Its URL is its canonical link if it is
 * HTML, else `baseUrl` plus its path; its title what it states, else its name. Refused are documents without an
 * http(s) URL and what cannot be read.
 */
export async function readContentDocument(
  { path, bytes, mediaType }: ContentFile,
  baseUrl: URL | null,
  readContent: ReadContent,
  signal: AbortSignal,
): Promise<CollectionDocument | Refusal> {
  const head = mediaType.includes('html') ? Buffer.from(bytes.subarray(0, MAX_HEAD_BYTES)).toString() : '';
  const address = documentAddress(path, canonicalUrlIn(head), baseUrl);
  if ('reason' in address) return { path, reason: address.reason };
  const content = await readContent(bytes, mediaType, signal);
  if (content.status === 'skipped') return { path, reason: content.reason };
  const { title, text } = content.extracted;
  return { ...address, title: toSnippet(title || basename(path), MAX_TITLE_CHARS), text };
}
