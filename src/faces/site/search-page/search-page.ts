import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ANY_SCOPE } from '../../../core/scope.ts';
import type { Question } from '../../../core/terms.ts';
import { countChars } from '../../../core/text.ts';
import { transformed } from '../../../core/transformed.ts';
import { callerSignal } from '../../http/caller.ts';
import { type AnsweringParts, type App, DEFAULT_SOURCES } from '../../http/parts.ts';
import { answerDocument } from './answer-document.ts';
import { askerOf } from './asker.ts';
import { alertLine, type Look, statusLine } from './document.ts';
import { documentHeaders, type PlainReply, problemDocuments, sendDocument } from './plain-reply.ts';
import { style } from './style.ts';
import { wordsFor } from './words.ts';

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"/;
const ICON = /<link rel="icon" href="([^"]+)"/;

/**
 * `GET /search?q=`: question, sources and answer as a plain document that streams, for browsers without
 * script. `HEAD` and clients that do not wait for an answer (`asker.ts`) cost neither a search nor a model
 * call.
 */
export async function serveSearchPage(app: App, parts: AnsweringParts, stopping: AbortSignal): Promise<void> {
  const { maxQueryChars } = parts;
  const files = await filesOf(parts.pageFolder);
  const lookFor = ({ headers }: FastifyRequest): Look => ({
    ...files,
    maxQueryChars,
    words: wordsFor(headers['accept-language']),
  });
  const route = { url: '/search', schema: { hide: true }, errorHandler: problemDocuments(lookFor) };
  app.route({
    ...route,
    method: 'GET',
    // It answers questions, so it counts towards the rate limit.
    config: { emptyAnswer: {} },
    handler: async (request, reply) => {
      const text = new URL(request.url, 'http://localhost').searchParams.get('q')?.toWellFormed() ?? '';
      const look = lookFor(request);
      const instead = insteadOfAnswer(request, text, look);
      if (instead !== null) return sendDocument(reply, look, instead);
      const question = toQuestion(request, text, parts);
      const plain = parts.answererFor(request)(question, callerSignal(reply, stopping));
      const events = transformed(plain, parts.derived['answer-block']());
      const pieces = answerDocument(events, { text, request }, look);
      const document = Readable.from(pieces, { objectMode: false });
      // If the caller left before the first event, the generator was never started.
      document.once('close', () => events.return(undefined).catch(() => undefined));
      return reply.headers(documentHeaders).send(document);
    },
  });
  const head = async (_request: FastifyRequest, reply: FastifyReply) => reply.headers(documentHeaders).send();
  app.route({ ...route, method: 'HEAD', handler: head });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/search.css',
    schema: { hide: true },
    config: { open: true },
    handler: async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(style),
  });
}

/** The reply to a client that gets no answer; null for one that does. */
function insteadOfAnswer({ headers }: FastifyRequest, text: string, look: Look): PlainReply | null {
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

function toQuestion({ id }: FastifyRequest, text: string, { answerDeadlineMs }: AnsweringParts): Question {
  const deadlineMs = answerDeadlineMs;
  return { id, text, maxSources: DEFAULT_SOURCES, scope: ANY_SCOPE, history: [], deadlineMs };
}

/** Stylesheet and icon of the page; their names change with every build. */
async function filesOf(pageFolder: string): Promise<Pick<Look, 'style' | 'icon'>> {
  const page = await readFile(join(pageFolder, 'index.html'), 'utf8').catch(() => '');
  return { style: STYLESHEET.exec(page)?.[1] ?? null, icon: ICON.exec(page)?.[1] ?? null };
}
