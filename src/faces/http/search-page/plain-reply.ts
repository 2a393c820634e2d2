import type { FastifyReply, FastifyRequest } from 'fastify';
import { reportedProblem } from '../reported-problem.ts';
import { alertLine, documentEnd, documentHead, type Look } from './document.ts';

/** A form, a stylesheet, an icon and links: no script, and nothing from elsewhere. */
const POLICY =
  "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'";

/** Headers of every document: never kept, never indexed. The last one keeps nginx from holding it back. */
export const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  vary: 'accept-language',
  'x-robots-tag': 'noindex',
  'x-accel-buffering': 'no',
} as const;

/** What a whole document says. */
export type PlainReply = {
  readonly status: number;
  /** Stands in the form; empty for none. */
  readonly question: string;
  /** HTML below the form. */
  readonly lines: string;
};

/** Sends a document that is whole at once. */
export function sendDocument(
  reply: FastifyReply,
  look: Look,
  { status, question, lines }: PlainReply,
): FastifyReply {
  return reply
    .code(status)
    .headers(documentHeaders)
    .send(`${documentHead(question, look)}${lines}${documentEnd}`);
}

/** Tells errors as a document with the status and the words that other paths tell as JSON; `lookFor` says how it looks to a caller. */
export function problemDocuments(
  lookFor: (request: FastifyRequest) => Look,
): (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (thrown, request, reply) => {
    const { status, message, headers } = reportedProblem(thrown, request);
    reply.headers(headers);
    const look = lookFor(request);
    const lines = alertLine(status === 401 ? look.words.keyNeeded : message);
    sendDocument(reply, look, { status, question: '', lines });
  };
}
