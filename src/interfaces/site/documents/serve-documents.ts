import { Readable } from 'node:stream';
import { Failure } from '../../../core/failure.ts';
import type { Documents, StoredDocument } from '../../../core/service.ts';
import { findDocument } from '../../../documents/document-urls.ts';
import type { KeyGuard } from '../../http/guards.ts';
import type { App } from '../../http/protocol.ts';
import { documentPage, documentPagePolicy, pageOf } from './document-page.ts';
import type { LinkSigner } from './link-signature.ts';
import { wordsFor } from './words.ts';

const headers = {
  'content-security-policy': documentPagePolicy,
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Accept, Accept-Language',
} as const;

/** The documents that the service itself shows, and the rules for opening them. */
export type ServedDocuments = {
  readonly documents: readonly Documents[];
  /** Null for a service without keys: everybody may open the documents. */
  readonly guard: KeyGuard | null;
  /** Signs the links in answers, which open a document without a key; null for a service without keys. */
  readonly signer: LinkSigner | null;
};

/**
 * `GET /documents/SLOT/PATH`: a document of a collection that has no address of its own, read from the index
 * and never from the disk. As HTML it has no script and comes page by page (`?page=`); as plain text it is
 * always whole. If keys are set, the document needs a key or a signed link from an answer.
 */
export function serveDocuments(app: App, { documents, guard, signer }: ServedDocuments): void {
  if (documents.length === 0) return;
  app.route({
    method: ['GET', 'HEAD'],
    url: '/documents/*',
    // The handler checks the key, because a signed link is accepted as well.
    config: { open: true },
    handler: async (request, reply) => {
      // Answers may be read by web pages of all sites (the contract requires it); whole documents may not, and
      // neither may the news that there is none.
      reply.headers(headers).removeHeader('access-control-allow-origin');
      const { pathname, searchParams } = new URL(request.url, 'http://localhost');
      const path = pathname.slice('/documents/'.length);
      if (signer?.isValid(path, searchParams) !== true) guard?.check(request);
      const document = findIn(documents, path);
      const isPlain = /^text\/plain\b/i.test(request.headers.accept ?? '');
      const pieces = isPlain
        ? document.parts()
        : documentPage(
            document,
            pageOf(document, searchParams),
            wordsFor(request.headers['accept-language']),
          );
      reply.type(isPlain ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8');
      if (request.method === 'HEAD') return reply.send();
      return reply.send(Readable.from(pieces, { objectMode: false }));
    },
  });
}

function findIn(documents: readonly Documents[], path: string): StoredDocument {
  const found = findDocument(documents, path);
  if (found === null) throw new Failure('not-found', 'There is no such document.');
  return found;
}
