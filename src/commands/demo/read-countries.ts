import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { CollectionDocument } from '../../documents/collection-document.ts';

/** Each line of the file is a document. */
const documentSchema = z.object({
  path: z.string(),
  title: z.string(),
  text: z.string(),
  keywords: z.string(),
});

/** The documents about countries: the CIA World Factbook (public domain), as build/factbook/ reads it. */
export function* readCountries(): Generator<CollectionDocument> {
  const file = readFileSync(new URL('./factbook.jsonl.br', import.meta.url));
  for (const line of brotliDecompressSync(file).toString().split('\n'))
    yield documentSchema.parse(JSON.parse(line));
}
