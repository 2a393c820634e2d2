import type { House } from '../core/house.ts';
import { withDocumentLinks, withLinkedEvidence, withLinkedHits } from './document-links.ts';
import { readingOwn } from './own-documents.ts';

/** The functions whose results contain addresses of documents, or that read such an address. */
export type LinkingFunctions = Pick<House, 'answer' | 'gather' | 'search' | 'read'>;

/** The way in which one caller opens the documents of the service. */
export type DocumentPlace = {
  /** The beginning of the addresses of documents, such as `http://localhost:3000/documents/`. */
  readonly base: string;
  /** Signs the path of a document; null for a service without keys. */
  readonly signer: { sign(path: string): string } | null;
};

/**
 * Wraps the functions for one caller: documents of the service get addresses that this caller can open, and
 * the reader accepts these addresses.
 */
export function linkedHouse(
  { answer, gather, search, read, documents }: LinkingFunctions & Pick<House, 'documents'>,
  { base, signer }: DocumentPlace,
): LinkingFunctions {
  if (documents.length === 0) return { answer, gather, search, read };
  const linkTo = (path: string) => base + path + (signer === null ? '' : `?${signer.sign(path)}`);
  return {
    answer: withDocumentLinks(answer, linkTo),
    gather: withLinkedEvidence(gather, linkTo),
    search: withLinkedHits(search, linkTo),
    read: readingOwn(read, { documents, base }),
  };
}

/** The beginning of the addresses of documents at a service with this public address. */
export function documentsBase(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/documents/`;
}
