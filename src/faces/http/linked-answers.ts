import type { FastifyRequest } from 'fastify';
import { withDocumentLinks, withLinkedEvidence, withLinkedHits } from '../../answer/document-links.ts';
import { readingOwn } from '../../answer/own-documents.ts';
import type { Documents } from '../../core/documents.ts';
import type { House } from '../../core/house.ts';
import type { FaceParts } from './face-parts.ts';
import { originOf } from './foreign-pages.ts';

/** The functions of the house whose results get links to documents. */
export type LinkedAnswers = Pick<House, 'answer' | 'gather' | 'search' | 'read'> & {
  readonly documents: readonly Documents[];
  /** The public address of the service; null to use the address of each request. */
  readonly publicUrl: string | null;
  /** Signs the path of a document; null for a service without keys. */
  readonly signer: { sign(path: string): string } | null;
};

/**
 * The functions that answer, gather, search and read for one request. Documents of the service have links
 * that the caller can open, and the reader accepts the same links.
 */
export function linkedAnswers(
  parts: LinkedAnswers,
): Pick<FaceParts, 'answererFor' | 'gathererFor' | 'searcherFor' | 'readerFor'> {
  const { answer, gather, search, read, documents, publicUrl, signer } = parts;
  const baseOf = (request: FastifyRequest) =>
    `${(publicUrl ?? originOf(request)).replace(/\/+$/, '')}/documents/`;
  const linksOf = (request: FastifyRequest) => {
    const base = baseOf(request);
    return (path: string) => base + path + (signer === null ? '' : `?${signer.sign(path)}`);
  };
  if (documents.length === 0)
    return {
      answererFor: () => answer,
      gathererFor: () => gather,
      searcherFor: () => search,
      readerFor: () => read,
    };
  return {
    answererFor: (request) => withDocumentLinks(answer, linksOf(request)),
    gathererFor: (request) => withLinkedEvidence(gather, linksOf(request)),
    searcherFor: (request) => withLinkedHits(search, linksOf(request)),
    readerFor: (request) => readingOwn(read, { documents, base: baseOf(request) }),
  };
}
