import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { findDocument } from '../../../answer/own-documents.ts';
import type { Documents, StoredDocument } from '../../../core/documents.ts';
import { escapeHtml } from '../../../core/escape-html.ts';
import { Failure } from '../../../core/failure.ts';
import type { KeyGuard } from '../../http/guards.ts';
import type { App } from '../../http/protocol.ts';
import type { LinkSigner } from './link-signature.ts';

const STYLE =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.7 ' +
  'system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{line-height:1.25}pre{font:inherit;white-space:pre-wrap}';

/** The permissions of such a page: it may show its text with its one style, and nothing else. */
const documentPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');

/** A document as a small page: its title and its text, with all markup escaped. Comes in pieces. */
export function* documentPage({ title, parts }: StoredDocument): Generator<string> {
  const name = escapeHtml(title);
  yield [
    '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${name}</title>\n<style>${STYLE}</style>\n</head>`,
    // A parser drops one line feed directly after the tag, so this line feed protects one that belongs to the
    // text.
    `<body>\n<main>\n<h1 dir="auto">${name}</h1>\n<pre dir="auto">\n`,
  ].join('\n');
  for (const part of parts) yield escapeHtml(part);
  yield '</pre>\n</main>\n</body>\n</html>\n';
}

const headers = {
  'content-security-policy': documentPagePolicy,
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Accept',
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
 * and never from the disk, as a document without script or as plain text. If keys are set, the document needs
 * a key or a signed link from an answer.
 */
export function serveDocuments(app: App, { documents, guard, signer }: ServedDocuments): void {
  if (documents.length === 0) return;
  app.route({
    method: ['GET', 'HEAD'],
    url: '/documents/*',
    // The handler checks the key, because a signed link is accepted as well.
    config: { open: true },
    handler: async (request, reply) => {
      const { pathname, searchParams } = new URL(request.url, 'http://localhost');
      const path = pathname.slice('/documents/'.length);
      if (signer?.isValid(path, searchParams) !== true) guard?.check(request);
      const document = findIn(documents, path);
      // Answers may be read by web pages of all sites (the contract requires it); whole documents may not.
      reply.headers(headers).removeHeader('access-control-allow-origin');
      const isPlain = /^text\/plain\b/i.test(request.headers.accept ?? '');
      reply.type(isPlain ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8');
      if (request.method === 'HEAD') return reply.send();
      const pieces = isPlain ? document.parts : documentPage(document);
      return reply.send(Readable.from(pieces, { objectMode: false }));
    },
  });
}

function findIn(documents: readonly Documents[], path: string): StoredDocument {
  const found = findDocument(documents, path);
  if (found === null) throw new Failure('not-found', 'There is no such document.');
  return found;
}
