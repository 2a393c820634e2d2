import { type IndexReport, indexCollection } from './collection-index.ts';
import { type Folder, readFolder } from './read-folder.ts';

/**
 * Indexes a folder of Markdown and text files into `file`: what `sayso index FOLDER --to FILE --base-url URL` does. Throws a
 * Failure `misconfigured` in words when the folder is missing or holds nothing to index, or `file` cannot be written.
 */
export function indexFolder(
  { folder, file, baseUrl }: Folder & { readonly file: string },
  signal: AbortSignal,
): Promise<IndexReport> {
  const documents = readFolder(baseUrl === undefined ? { folder } : { folder, baseUrl }, signal);
  return indexCollection({ documents, file }, signal);
}
