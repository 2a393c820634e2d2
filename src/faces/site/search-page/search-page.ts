import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answerer, EventTransform } from '../../../core/events.ts';
import { ANY_SCOPE } from '../../../core/scope.ts';
import { DEFAULT_SOURCES, type Question } from '../../../core/terms.ts';
import { countChars } from '../../../core/text.ts';
import { callerSignal } from '../../http/caller.ts';
import { problemHandler } from '../../http/problems.ts';
import type { App } from '../../http/protocol.ts';
import { toStream } from '../../http/stream.ts';
import { answerDocument } from './answer-document.ts';
import { askerOf } from './asker.ts';
import { alertLine, type DocumentLook, statusLine } from './document.ts';
import { documentHeaders, type PlainReply, problemDocuments, sendDocument } from './plain-reply.ts';
import { style } from './style.ts';
import { wordsFor } from './words.ts';

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"/;
const ICON = /<link rel="icon" href="([^"]+)"/;

/** What the search page is built from. */
export type SearchPageParts = {
  /** The answerer for one request. */
  answererFor(request: FastifyRequest): Answerer;
  /** Makes, for one answer, the blocks of its HTML as events. */
  inBlocks(): EventTransform;
  /** Folder of the built site, whose stylesheet and icon the page uses. */
  readonly folder: string;
  readonly maxQueryChars: number;
  /** The longest time an answer may take, in milliseconds. */
  readonly answerDeadlineMs: number;
};

/**
 * `GET /search?q=`: question, sources and answer as a plain document, sent as it is written, for browsers
 * without JavaScript. `HEAD` and clients that do not wait for an answer (`asker.ts`) cost neither a search
 * nor a model call.
 */
export async function serveSearchPage(
  app: App,
  parts: SearchPageParts,
  stopping: AbortSignal,
): Promise<void> {
  const { maxQueryChars } = parts;
  const files = await filesOf(parts.folder);
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
      const text = new URL(request.url, 'http://localhost').searchParams.get('q')?.toWellFormed() ?? '';
      const look = lookFor(request);
      const instead = insteadOfAnswer(request, text, look);
      if (instead !== null) return sendDocument(reply, look, instead);
      const question = toQuestion(request, text, parts.answerDeadlineMs);
      const events = parts.answererFor(request)(question, callerSignal(reply, stopping));
      const format = answerDocument(text, parts.inBlocks(), look);
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

/** The reply to a client that gets no answer; null for one that does. */
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

function toQuestion({ id }: FastifyRequest, text: string, deadlineMs: number): Question {
  return { id, text, maxSources: DEFAULT_SOURCES, scope: ANY_SCOPE, history: [], deadlineMs };
}

/** Stylesheet and icon of the site; their names change with every build. */
async function filesOf(folder: string): Promise<Pick<DocumentLook, 'style' | 'icon'>> {
  const built = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
  return { style: STYLESHEET.exec(built)?.[1] ?? null, icon: ICON.exec(built)?.[1] ?? null };
}
