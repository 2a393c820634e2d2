import type { ReadDocument, Refusal } from './collection-document.ts';
import { decodeTextFile } from './decode-text-file.ts';
import type { ListedFile } from './list-folder.ts';
import { readBundle } from './read-bundle.ts';
import { type ReadContent, readContentFile } from './read-content-file.ts';
import { readTextFile } from './read-text-file.ts';

/** Everything on which a document depends besides its file. */
export type FolderReading = {
  /** The base URL for documents without a complete URL of their own; null if the service shows them. */
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
    return readContentFile(
      { path, bytes, mediaType: kind.mediaType },
      { baseUrl: base, readContent },
      signal,
    );
  if (kind.reader === 'bundle') return readBundle({ path, bytes, format: kind.format }, base, signal);
  const decoded = decodeTextFile(bytes);
  if ('reason' in decoded) return { path, ...decoded };
  const document = readTextFile({ path, content: decoded.content, isMarkdown: kind.isMarkdown }, base);
  if ('reason' in document || decoded.remark === undefined) return document;
  return { ...document, remark: [document.remark, decoded.remark].filter(Boolean).join('; ') };
}
