import type { FastifyRequest } from 'fastify';
import {
  type DocumentPlace,
  documentsBase,
  type LinkingFunctions,
  linkedHouse,
} from '../../answer/linked-house.ts';
import type { House } from '../../core/house.ts';
import type { FaceParts } from './face-parts.ts';
import { originOf } from './foreign-pages.ts';

/** The functions of the house whose results get links to documents, and what these links need. */
export type LinkedAnswers = LinkingFunctions &
  Pick<House, 'documents'> &
  Pick<DocumentPlace, 'signer'> & {
    /** The public address of the service; null to use the address of each request. */
    readonly publicUrl: string | null;
  };

/**
 * The functions that answer, gather, search and read for one request. Documents of the service have links
 * that the caller can open, and the reader accepts the same links.
 */
export function linkedAnswers(
  parts: LinkedAnswers,
): Pick<FaceParts, 'answererFor' | 'gathererFor' | 'searcherFor' | 'readerFor'> {
  const { documents, publicUrl, signer } = parts;
  const linkedFor = (request: FastifyRequest) =>
    documents.length === 0
      ? parts
      : linkedHouse(parts, { base: documentsBase(publicUrl ?? originOf(request)), signer });
  return {
    answererFor: (request) => linkedFor(request).answer,
    gathererFor: (request) => linkedFor(request).gather,
    searcherFor: (request) => linkedFor(request).search,
    readerFor: (request) => linkedFor(request).read,
  };
}
