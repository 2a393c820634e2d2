import { type IndexReport, indexCollection } from './collection-index.ts';
import type { ReadContent } from './read-content-document.ts';
import { type Folder, readFolder } from './read-folder.ts';

/**
 * Indexes a folder of Markdown, text, HTML, PDF and JSON-LD files into `file`: what `sayso index FOLDER --to FILE --base-url URL` does. Throws a
 * Failure `misconfigured` in words when the folder is missing or holds nothing to index, or `file` cannot be written.
 */
export function indexFolder(
  { folder, file, baseUrl }: Folder & { readonly file: string },
  readContent: ReadContent,
  signal: AbortSignal,
): Promise<IndexReport> {
  const documents = readFolder(baseUrl === undefined ? { folder } : { folder, baseUrl }, readContent, signal);
  return indexCollection({ documents, file }, signal);
}
