import type { ReadDocument, Refusal } from './collection-document.ts';
import { documentAddress } from './document-address.ts';
import { documentTitle } from './document-title.ts';
import { canonicalUrlIn } from './html-remains.ts';

/** The title and text of a document, or why there are none. Rejects only with the signal's reason. */
export type ReadContent = (
  bytes: Uint8Array,
  contentType: string,
  signal: AbortSignal,
) => Promise<
  | {
      readonly status: 'read';
      readonly extracted: { readonly title: string; readonly text: string };
      /** A description of the text that was left out. */
      readonly remark?: string;
    }
  | { readonly status: 'skipped'; readonly reason: string }
>;

/** A file: its path relative to its folder, with slashes, and the media type that its name implies. */
type ContentFile = { readonly path: string; readonly bytes: Uint8Array; readonly mediaType: string };

/** A page gives its address in its head. */
const MAX_HEAD_BYTES = 200_000;

/** The base URL of the documents, null if the service shows them, and the reader for the content. */
type ContentReading = { readonly baseUrl: URL | null; readonly readContent: ReadContent };

/**
 * Reads a file like a web page, as a document of a collection. Its URL is its canonical link if it is HTML,
 * otherwise `baseUrl` plus its path, otherwise only its path. Its title is the one in the page, or its file
 * name. Unreadable content is refused.
 */
export async function readContentFile(
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
