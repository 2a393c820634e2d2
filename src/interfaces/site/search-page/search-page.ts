import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countChars } from '../../../lib/text/text.ts';
import { answerEvents } from '../../http/call-service.ts';
import type { InterfaceDeps } from '../../http/interface-deps.ts';
import { problemHandler } from '../../http/problems.ts';
import type { App } from '../../http/protocol.ts';
import { questionOfCall } from '../../http/question-of-call.ts';
import { scopeOfParameters } from '../../http/scope-parameters.ts';
import { toStream } from '../../http/stream.ts';
import { answerDocument } from './answer-document.ts';
import { alertLine, type DocumentLook, statusLine } from './document.ts';
import { documentHeaders, type PlainReply, problemDocuments, sendDocument } from './document-reply.ts';
import { visitorOf } from './page-visitor.ts';
import { wordsFor } from './words.ts';

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"/;
const ICON = /<link rel="icon" href="([^"]+)"/;

/** The parts of the service, and the folder of the built site, whose stylesheet and icon the page uses. */
type SearchPageDeps = InterfaceDeps & { readonly folder: string };

/**
 * `GET /search?q=`: question, sources and answer as a plain document for browsers without JavaScript, sent as
 * it is written. `HEAD` and clients that do not wait for an answer (`page-visitor.ts`) cost neither a search
 * nor a model call.
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
      const format = answerDocument(text, deps.derived['answer-block'](), look);
      const document = await toStream(events, format, request);
      return reply.headers(documentHeaders).send(document);
    },
  });
  const head = async (_request: FastifyRequest, reply: FastifyReply) => reply.headers(documentHeaders).send();
  app.route({ ...route, method: 'HEAD', handler: head });
}

/** The reply to a client that gets no answer; null for a client that gets one. */
function insteadOfAnswer({ headers }: FastifyRequest, text: string, look: DocumentLook): PlainReply | null {
  const { words, maxQueryChars } = look;
  const visitor = visitorOf(headers);
  if (visitor === 'refused') return { status: 403, question: '', lines: alertLine(words.ahead) };
  if (text.trim() === '') return { status: 200, question: '', lines: statusLine(words.empty) };
  if (countChars(text) > maxQueryChars)
    return {
      status: 400,
      question: '',
      lines: alertLine(words.tooLong.replace('{count}', String(maxQueryChars))),
    };
  return visitor === 'form-only' ? { status: 200, question: text, lines: statusLine(words.formOnly) } : null;
}

/** Stylesheet and icon of the site; their names change with every build. */
async function filesOf(folder: string): Promise<Pick<DocumentLook, 'style' | 'icon'>> {
  const built = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
  return { style: STYLESHEET.exec(built)?.[1] ?? null, icon: ICON.exec(built)?.[1] ?? null };
}
