import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SendProblem } from '../../http/problems.ts';
import { alertLine, type DocumentLook, documentEnd, documentHead } from './document.ts';

/** The document has a form, a stylesheet, an icon and links: no script, and nothing from other hosts. */
const POLICY =
  "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri " +
  "'none';frame-ancestors 'none'";

/** Headers of every document: never cached, never indexed. The last one stops nginx from buffering it. */
export const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  vary: 'accept-language',
  'x-robots-tag': 'noindex',
  'x-accel-buffering': 'no',
} as const;

/** The content of a complete document. */
export type PlainReply = {
  readonly status: number;
  /** Shown in the form; empty for none. */
  readonly question: string;
  /** HTML below the form. */
  readonly lines: string;
};

/** Sends a complete document. */
export function sendDocument(
  reply: FastifyReply,
  look: DocumentLook,
  { status, question, lines }: PlainReply,
): FastifyReply {
  return reply
    .code(status)
    .headers(documentHeaders)
    .send(`${documentHead(question, look)}${lines}${documentEnd}`);
}

/**
 * Sends errors as a document, with the message that other paths send as JSON; `lookFor` returns the
 * stylesheet and icon for a caller.
 */
export function problemDocuments(lookFor: (request: FastifyRequest) => DocumentLook): SendProblem {
  return ({ status, message }, request, reply) => {
    const look = lookFor(request);
    const lines = alertLine(status === 401 ? look.words.keyNeeded : message);
    return sendDocument(reply, look, { status, question: '', lines });
  };
}
