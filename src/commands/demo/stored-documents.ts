import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { CollectionDocument } from '../../documents/document.ts';

const rest = { title: z.string(), text: z.string(), keywords: z.string().exactOptional() };
/** Each line of the file is a document. */
const documentSchema = z.union([
  z.object({ path: z.string(), ...rest }),
  z.object({ url: z.string(), ...rest }),
]);

/** The documents that `build/write-documents.ts` wrote to a file. */
export function* readStoredDocuments(file: string | URL): Generator<CollectionDocument> {
  for (const line of brotliDecompressSync(readFileSync(file)).toString().split('\n'))
    yield documentSchema.parse(JSON.parse(line));
}

/** The documents about countries: the CIA World Factbook (public domain), as build/factbook/ reads it. */
export function readCountries(): Generator<CollectionDocument> {
  return readStoredDocuments(new URL('./factbook.jsonl.br', import.meta.url));
}
