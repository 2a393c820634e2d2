import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventTransform } from '../../../core/events.ts';
import { countChars } from '../../../lib/text/text.ts';
import { answerEvents } from '../../http/call-service.ts';
import type { InterfaceDeps } from '../../http/interface-deps.ts';
import { problemHandler, type SendProblem } from '../../http/problems.ts';
import type { App } from '../../http/protocol.ts';
import { questionOfCall } from '../../http/question-of-call.ts';
import { scopeOfParameters } from '../../http/scope.ts';
import { toStream } from '../../http/stream.ts';
import { answerDocument } from './answer-document.ts';
import { askerOf } from './asker.ts';
import { alertLine, type DocumentLook, documentEnd, documentHead, statusLine } from './document.ts';
import { wordsFor } from './words.ts';

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"/;
const ICON = /<link rel="icon" href="([^"]+)"/;

/** The parts from which the search page is built. */
export type SearchPageDeps = Pick<InterfaceDeps, 'serviceFor'> & {
  /** Turns the text of one answer into events with the blocks of its HTML. */
  inBlocks(): EventTransform;
  /** Folder of the built site, whose stylesheet and icon the page uses. */
  readonly folder: string;
  readonly maxQueryChars: number;
  /** The longest time an answer may take, in milliseconds. */
  readonly answerDeadlineMs: number;
};

/**
 * `GET /search?q=`: question, sources and answer as a plain document for browsers without JavaScript, sent as
 * it is written. `HEAD` and clients that do not wait for an answer (`asker.ts`) cost neither a search nor a
 * model call.
 */
export async function serveSearchPage(app: App, deps: SearchPageDeps, stopping: AbortSignal): Promise<void> {
  const { maxQueryChars } = deps;
  const files = await filesOf(deps.folder);
  const lookFor = ({ headers }: FastifyRequest): DocumentLook => ({
    ...files,
    maxQueryChars,
    words: wordsFor(headers['accept-language']),
  });
  const route = { url: '/search', errorHandler: problemHandler(problemDocuments(lookFor)) };
  app.route({
    ...route,
    method: 'GET',
    config: { answers: true },
    handler: async (request, reply) => {
      const { searchParams } = new URL(request.url, 'http://localhost');
      const text = searchParams.get('q')?.toWellFormed() ?? '';
      const look = lookFor(request);
      const instead = insteadOfAnswer(request, text, look);
      if (instead !== null) return sendDocument(reply, look, instead);
      const scope = scopeOfParameters(Object.fromEntries(searchParams));
      const call = { request, reply, stopping };
      const question = questionOfCall({ text, scope, timeoutMs: deps.answerDeadlineMs }, call);
      const events = answerEvents(deps, call, question);
      const format = answerDocument(text, deps.inBlocks(), look);
      const document = await toStream(events, format, request);
      return reply.headers(documentHeaders).send(document);
    },
  });
  const head = async (_request: FastifyRequest, reply: FastifyReply) => reply.headers(documentHeaders).send();
  app.route({ ...route, method: 'HEAD', handler: head });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/search.css',
    config: { open: true },
    handler: async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(style),
  });
}

/** The reply to a client that gets no answer; null for a client that gets one. */
function insteadOfAnswer({ headers }: FastifyRequest, text: string, look: DocumentLook): PlainReply | null {
  const { words, maxQueryChars } = look;
  const asker = askerOf(headers);
  if (asker === 'refused') return { status: 403, question: '', lines: alertLine(words.ahead) };
  if (text.trim() === '') return { status: 200, question: '', lines: statusLine(words.empty) };
  if (countChars(text) > maxQueryChars)
    return {
      status: 400,
      question: '',
      lines: alertLine(words.tooLong.replace('{count}', String(maxQueryChars))),
    };
  return asker === 'form-only' ? { status: 200, question: text, lines: statusLine(words.formOnly) } : null;
}

/** Stylesheet and icon of the site; their names change with every build. */
async function filesOf(folder: string): Promise<Pick<DocumentLook, 'style' | 'icon'>> {
  const built = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
  return { style: STYLESHEET.exec(built)?.[1] ?? null, icon: ICON.exec(built)?.[1] ?? null };
}

/**
 * Styles of the plain document in addition to the page's stylesheet: a field of one line, smaller headings,
 * space between the parts. A status line disappears once the announced content has arrived; the line below
 * the sources keeps its space, so that the answer does not move.
 */
const style = `main { max-width: 44rem; margin-inline: 0; box-sizing: content-box; }
main > * { margin-block: 0 1.25rem; }
.question { align-items: center; margin-block: 0.75rem 1.75rem; }
.question .field { display: block; }
.question .field::after { content: none; }
.question input { width: 100%; border: 0; padding: 0.5rem 0.75rem; }
.question input { background: none; color: inherit; font: inherit; }
.question input:focus-visible { outline: none; }
.question:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; line-height: 1.35; }
.status, #sources { font-size: 0.875rem; color: var(--soft); }
.status { white-space: normal; }
.status:has(~ section) { display: none; }
.status:has(~ article ~ .status) { visibility: hidden; }
section li { margin-block-start: 0.75rem; font-size: 0.875rem; line-height: 1.45; color: var(--soft); }
section a { font-size: 1rem; font-weight: 600; }
.answer { font-size: 1.0625rem; line-height: 1.7; }
.answer > * { margin-block: 0 1em; }
.answer > :is(h1, h2, h3, h4, h5, h6) { margin-block: 1.5em 0.5em; font-size: 1.125em; }
.answer table { display: block; overflow-x: auto; border-collapse: collapse; font-size: 0.9375rem; }
.answer :is(th, td) { padding: 0.5rem 0; padding-inline-end: 1rem; }
.answer :is(th, td) { border-bottom: 1px solid var(--line); text-align: start; }
.answer blockquote { margin-inline: 0; padding-inline-start: 1rem; }
.answer blockquote { border-inline-start: 3px solid var(--line); }
ol, ul { padding-inline-start: 1.5rem; }
.answer blockquote blockquote blockquote blockquote,
.answer :is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol) { padding: 0; border: 0; }
`;

/** The document has a form, a stylesheet, an icon and links: no script, and nothing from other hosts. */
const POLICY =
  "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri " +
  "'none';frame-ancestors 'none'";

/** Headers of every document: never cached, never indexed. The last one stops nginx from buffering it. */
const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  vary: 'accept-language',
  'x-robots-tag': 'noindex',
  'x-accel-buffering': 'no',
} as const;

/** The content of a complete document. */
type PlainReply = {
  readonly status: number;
  /** Shown in the form; empty for none. */
  readonly question: string;
  /** HTML below the form. */
  readonly lines: string;
};

/** Sends a complete document. */
function sendDocument(
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
function problemDocuments(lookFor: (request: FastifyRequest) => DocumentLook): SendProblem {
  return ({ status, message }, request, reply) => {
    const look = lookFor(request);
    const lines = alertLine(status === 401 ? look.words.keyNeeded : message);
    return sendDocument(reply, look, { status, question: '', lines });
  };
}
