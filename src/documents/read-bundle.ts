import { cleanText } from '../lib/text/clean-text.ts';
import type { BundleText } from './blocks.ts';
import type { ReadDocument, Refusal } from './collection-document.ts';
import { documentAddress } from './document-address.ts';
import { documentTitle } from './document-title.ts';
import type { ZipEntries } from './zip-entries.ts';

/** Formats that are zip files of XML. */
export type BundleFormat = 'docx' | 'odt' | 'epub';

/** As long as the longest text file: a zip file of 1 MB can unpack to 256 MB, and an index of 300 MB. */
const MAX_CHARS = 20_000_000;

/** Each reader is loaded with the first file of its format. */
const READERS: Readonly<
  Record<BundleFormat, () => Promise<(zip: ZipEntries) => Promise<BundleText | null>>>
> = {
  docx: async () => (await import('./docx.ts')).readDocx,
  odt: async () => (await import('./odt.ts')).readOdt,
  epub: async () => (await import('./epub.ts')).readEpub,
};

/** Reads a Word, OpenDocument or EPUB file; unreadable ones are refused. Rejects as the signal does. */
export async function readBundle(
  { path, bytes, format }: { readonly path: string; readonly bytes: Buffer; readonly format: BundleFormat },
  baseUrl: URL | null,
  signal: AbortSignal,
): Promise<ReadDocument | Refusal> {
  try {
    const { openZip } = await import('./zip-entries.ts');
    const read = await READERS[format]();
    const found = await read(await openZip(bytes));
    if (found === null) return { path, reason: `it is not a .${format} file, whatever its name says` };
    if (found.text.length > MAX_CHARS) throw new Error('The text is too long.');
    const text = cleanText(found.text).trim();
    if (text === '') return { path, reason: 'it contains no text' };
    const titles = found.titles.map((title) => (title === null ? null : cleanText(title)));
    return { ...documentAddress(path, null, baseUrl), title: documentTitle(path, ...titles), text };
  } catch {
    signal.throwIfAborted();
    return { path, reason: `it is a .${format} file that cannot be opened: damaged, locked or too large` };
  }
}
