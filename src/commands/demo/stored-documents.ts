import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { NewDocument } from '@sayso/collections';
import { z } from 'zod';

/** Each line of the file is a document. */
const documentSchema = z.object({
  path: z.string(),
  url: z.string().nullable().default(null),
  title: z.string(),
  text: z.string(),
  keywords: z.string().optional(),
});

/** The documents that `build/write-documents.ts` wrote to a file. */
export function* readStoredDocuments(file: string | URL): Generator<NewDocument> {
  for (const line of brotliDecompressSync(readFileSync(file)).toString().split('\n'))
    yield documentSchema.parse(JSON.parse(line));
}

/** The documents about countries: the CIA World Factbook (public domain), as build/factbook/ reads it. */
export function readCountries(): Generator<NewDocument> {
  return readStoredDocuments(new URL('./factbook.jsonl.br', import.meta.url));
}
