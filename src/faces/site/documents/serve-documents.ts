import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { withDocumentLinks } from '../../../answer/document-links.ts';
import type { Answerer } from '../../../core/events.ts';
import { Failure } from '../../../core/failure.ts';
import { requireKey } from '../../http/guards.ts';
import { originOf } from '../../http/origin.ts';
import type { App, HttpParts } from '../../http/parts.ts';
import { documentPage, documentPagePolicy } from './document-page.ts';
import { createLinkSigner, type LinkSigner } from './link-signature.ts';

const headers = {
  'content-security-policy': documentPagePolicy,
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Accept',
} as const;

/**
 * `GET /documents/SLOT/PATH`: a document of a collection that has no address of its own, read from the index
 * and never from the disk, as a page without script or as plain text. If keys are set, it needs a key or a
 * signed link from an answer. Returns the function that puts links to such documents into the answers of a
 * request.
 */
export async function serveDocuments(
  app: App,
  { documents, apiKeys, publicUrl, answer }: HttpParts,
): Promise<(request: FastifyRequest) => Answerer> {
  if (documents.length === 0) return () => answer;
  const signer = apiKeys.length > 0 ? await createLinkSigner(apiKeys) : null;
  const checkKey = requireKey(apiKeys);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/documents/*',
    schema: { hide: true },
    // The handler checks the key, because a signed link is accepted as well.
    config: { open: true },
    handler: async (request, reply) => {
      const { pathname, searchParams } = new URL(request.url, 'http://localhost');
      const path = pathname.slice('/documents/'.length);
      if (signer !== null && !signer.isValid(path, searchParams)) await checkKey(request);
      const document = findIn(documents, path);
      // Answers may be read by every site (the contract requires it); whole documents may not.
      reply.headers(headers).removeHeader('access-control-allow-origin');
      const isPlain = /^text\/plain\b/i.test(request.headers.accept ?? '');
      reply.type(isPlain ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8');
      if (request.method === 'HEAD') return reply.send();
      const pieces = isPlain ? document.parts : documentPage(document);
      return reply.send(Readable.from(pieces, { objectMode: false }));
    },
  });
  return (request) => withDocumentLinks(answer, linksFor(publicUrl ?? originOf(request), signer));
}

function linksFor(base: string, signer: LinkSigner | null): (path: string) => string {
  const begin = `${base.replace(/\/+$/, '')}/documents/`;
  return (path) => begin + path + (signer === null ? '' : `?${signer.sign(path)}`);
}

function findIn(documents: HttpParts['documents'], path: string) {
  const [slot, ...names] = path.split('/').map(decode);
  const found = documents.find(({ name }) => name === slot)?.find(names.join('/')) ?? null;
  if (found === null) throw new Failure('not-found', 'There is no such document.');
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure('not-found', 'There is no such document.');
  }
}
