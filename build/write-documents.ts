import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { NewDocument } from '@sayso/collections';

/** A document without an address may leave it out. */
type Written = Omit<NewDocument, 'url'> & Partial<Pick<NewDocument, 'url'>>;

/** The largest window: the same sentences return in many documents. */
const WINDOW_BITS = 24;

/** Writes documents to a file, one JSON object a line, compressed with Brotli (a third less than gzip). */
export function writeDocuments(file: string | URL, documents: readonly Written[]): void {
  const lines = documents.map((document) => JSON.stringify(document));
  const params = { [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS };
  writeFileSync(file, brotliCompressSync(lines.join('\n'), { params }));
}
