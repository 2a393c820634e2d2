import { readBundle } from './read-bundle.ts';
import type { ReadDocument, Refusal } from './collection-document.ts';
import type { ListedFile } from './list-folder.ts';
import { type ReadContent, readContentDocument } from './read-content-document.ts';
import { readDocument } from './read-document.ts';

/** What a document depends on besides its file. */
export type FolderReading = {
  /** The base of the URLs of documents that do not name one; null if the service shows them. */
  readonly base: URL | null;
  readonly readContent: ReadContent;
};

/**
 * Reads a file as a document, or gives the reason why it is refused. Rejects only with the signal's reason.
 */
export async function readFileDocument(
  { path, kind, bytes }: Pick<ListedFile, 'path' | 'kind'> & { readonly bytes: Buffer },
  { base, readContent }: FolderReading,
  signal: AbortSignal,
): Promise<ReadDocument | Refusal> {
  if (kind.reader === 'content')
    return readContentDocument({ path, bytes, mediaType: kind.mediaType }, base, readContent, signal);
  if (kind.reader === 'bundle') return readBundle({ path, bytes, format: kind.format }, base, signal);
  const content = decode(bytes);
  if (content === null) return { path, reason: 'it is not UTF-8 text' };
  return readDocument({ path, content, isMarkdown: kind.isMarkdown }, base);
}

/** The text without its byte order mark; null if it is binary or in another encoding. */
function decode(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
