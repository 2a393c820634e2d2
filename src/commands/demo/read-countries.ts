import type { CollectionDocument } from '../../documents/document.ts';
import { readStoredDocuments } from './read-stored-documents.ts';

/** The documents about countries: the CIA World Factbook (public domain), as build/factbook/ reads it. */
export function readCountries(): Generator<CollectionDocument> {
  return readStoredDocuments(new URL('./factbook.jsonl.br', import.meta.url));
}
