import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Question } from '../../../core/terms.ts';
import { countChars } from '../../../core/text.ts';
import { callerSignal } from '../caller.ts';
import { DEFAULT_SOURCES } from '../contract.ts';
import type { App, HttpParts } from '../parts.ts';
import { toProblem } from '../problems.ts';
import { answerDocument } from './answer-document.ts';
import { askerOf } from './asker.ts';
import { alertLine, documentEnd, documentHead, type Look, statusLine } from './document.ts';
import { words } from './words.ts';

/** A form, a stylesheet and links: no script, and nothing from elsewhere. */
const POLICY =
  "default-src 'none';style-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'";

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  // Keeps nginx from holding the document back.
  'x-accel-buffering': 'no',
} as const;
const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"/;

/**
 * `GET /search?q=`: question, sources and answer as a plain document that streams, for browsers without script. `HEAD` and
 * whoever does not wait for an answer (`asker.ts`) cost neither a search nor a call of the model.
 */
export async function serveSearchPage(app: App, parts: HttpParts, stopping: AbortSignal): Promise<void> {
  const look: Look = { style: await stylesheetOf(parts.pageFolder), maxQueryChars: parts.maxQueryChars };
  const send = (reply: FastifyReply, status: number, question: string, lines: string) =>
    reply
      .code(status)
      .headers(HEADERS)
      .send(`${documentHead(question, look)}${lines}${documentEnd}`);

  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const text = new URL(request.url, 'http://localhost').searchParams.get('q')?.toWellFormed() ?? '';
    const asker = askerOf(request.headers);
    if (asker === 'refused') return send(reply, 403, '', alertLine(words.ahead));
    if (text.trim() === '') return send(reply, 200, '', statusLine(words.empty));
    if (countChars(text) > parts.maxQueryChars)
      return send(
        reply,
        400,
        '',
        alertLine(`The question is longer than ${parts.maxQueryChars} characters.`),
      );
    if (asker === 'form-only') return send(reply, 200, text, statusLine(words.formOnly));
    return stream(request, reply, text);
  };

  const stream = (request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply => {
    const question: Question = {
      id: request.id,
      text,
      maxSources: DEFAULT_SOURCES,
      language: 'auto',
      history: [],
      deadlineMs: parts.answerDeadlineMs,
    };
    const events = parts.derived['answer-block'](parts.answer)(question, callerSignal(reply, stopping));
    const document = Readable.from(answerDocument(events, { text, requestId: request.id }, look), {
      objectMode: false,
    });
    // Whoever left before the first event leaves a generator that was never begun.
    document.once('close', () => events.return(undefined).catch(() => undefined));
    return reply.headers(HEADERS).send(document);
  };

  const errorHandler = (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, message, headers, failure } = toProblem(thrown, request.id);
    if (status === 500) request.log.error({ err: failure.cause ?? failure }, 'unforeseen error');
    reply.headers(headers);
    send(reply, status, '', alertLine(status === 401 ? words.keyNeeded : message));
  };
  const schema = { hide: true };
  // It answers, so it counts for the limit of answers.
  const config = { emptyAnswer: {} };
  app.route({
    method: 'GET',
    url: '/search',
    schema,
    config,
    errorHandler,
    handler: async (request, reply) => answer(request, reply),
  });
  const head = async (_request: FastifyRequest, reply: FastifyReply) => reply.headers(HEADERS).send();
  app.route({ method: 'HEAD', url: '/search', schema, errorHandler, handler: head });
}

/** The stylesheet of the page; its name changes with every build. */
async function stylesheetOf(pageFolder: string): Promise<string | null> {
  const page = await readFile(join(pageFolder, 'index.html'), 'utf8').catch(() => '');
  return STYLESHEET.exec(page)?.[1] ?? null;
}
