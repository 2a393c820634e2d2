import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { policyDirectives } from '../../src/interfaces/http/reply-headers.ts';
import { toQuestionDocument } from '../../src/interfaces/site/built-site.ts';
import { GLOBE } from '../../src/interfaces/site/site-images.ts';
import { builtPageFolder, requireBuiltPage } from './built-page.ts';
import { start } from './local-server.ts';
import { until } from './until.ts';

/** One question from the page. */
export type ReceivedQuestion = {
  readonly question: string;
  /** The earlier questions and answers that the page sent; undefined for a first question. */
  readonly history: unknown;
  /** `deep` if the page asked for a deep answer. */
  readonly depth: unknown;
  /** The other fields that the page sent. */
  readonly scope: object;
  readonly headers: IncomingMessage['headers'];
  /** Settles when the page has asked for the answer at once. */
  readonly finished: Promise<void>;
  /** Settles when the page has closed the connection before the reply was complete. */
  readonly dropped: Promise<void>;
};

/** Replies to a question, or leaves it hanging. */
export type AskScript = (response: ServerResponse, asked: ReceivedQuestion) => void;

export type ScriptedService = AsyncDisposable & {
  readonly url: string;
  /**
   * The questions received so far. The page changes before its request arrives: call `untilAsked` before
   * inspecting a question.
   */
  readonly asked: readonly ReceivedQuestion[];
  /** Resolves with the first question of this text, once it has arrived. */
  untilAsked(question: string): Promise<ReceivedQuestion>;
};

/** The policy of the real service. */
const POLICY = Object.entries(policyDirectives)
  .map(([name, values]) => [name, ...values].join(' '))
  .join('; ');

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
};

/**
 * The built page, with answers that follow `scriptFor` for the question: for states that cannot be caused in
 * a real service.
 */
export async function startScriptedService(
  scriptFor: (question: string) => AskScript,
  health: object = { status: 'ok', llm_configured: true },
): Promise<ScriptedService> {
  requireBuiltPage();
  const asked: ReceivedQuestion[] = [];
  const finishers: (() => void)[] = [];
  function finish(path: string, response: ServerResponse) {
    const finisher = finishers[Number(/ask-(\d+)/.exec(path)?.[1])];
    finisher?.();
    response.writeHead(finisher === undefined ? 404 : 204).end();
  }
  const server = createServer(async (request, response) => {
    response.setHeader('content-security-policy', POLICY);
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/api/health') return sendJson(response, 200, health, { 'sayso-max-query-chars': '2000' });
    if (path === '/icon') return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(GLOBE);
    if (path === '/') return sendPage(request, response);
    if (path.endsWith('/finish')) return finish(path, response);
    if (path !== '/api/ask') return sendFile(response, path);
    const { query: question, history, depth, ...scope } = await readBody(request);
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    finishers.push(resolve);
    response.setHeader('x-request-id', `ask-${asked.length}`);
    const { headers } = request;
    const one = { question, history, depth, scope, headers, finished, dropped: whenDropped(response) };
    asked.push(one);
    scriptFor(question)(response, one);
  });
  const running = await start(server);
  return {
    url: running.url,
    asked,
    async untilAsked(question) {
      const find = () => asked.find((one) => one.question === question);
      await until(() => find() !== undefined);
      return find() ?? assert.fail('It has been asked.');
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

/** Starts a stream with these events and leaves it open. */
export function streamEvents(
  response: ServerResponse,
  ...events: readonly (readonly [name: string, data: object])[]
): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const [name, data] of events) {
    const sent = name === 'marked-block' ? withCitations(data) : data;
    response.write(`event: ${name}\ndata: ${JSON.stringify(sent)}\n\n`);
  }
  response.flushHeaders();
}

/** A block of a script with the numbers of its citations, which the service knows from the Markdown. */
function withCitations(block: { readonly html?: string }): object {
  const found = block.html?.matchAll(/class="citation"[^<>]*>\[(\d+)\]/g) ?? [];
  return { citations: Array.from(found, ([, number]) => Number(number)), ...block };
}

/** Replies with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function whenDropped(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve();
    });
  });
}

async function readBody(
  request: IncomingMessage,
): Promise<{ query: string; history?: unknown; depth?: unknown }> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  return JSON.parse(body);
}

/** The page as the real service sends it. */
async function sendPage({ url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { search, searchParams } = new URL(url ?? '/', 'http://localhost');
  if (search === '') return sendFile(response, '/index.html');
  const page = await readFile(join(builtPageFolder, 'index.html'), 'utf8');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(toQuestionDocument(page, searchParams.get('q') ?? '', headers));
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const type = MEDIA_TYPES[extname(path)];
  const content = type === undefined ? null : await readFile(join(builtPageFolder, path)).catch(() => null);
  if (type === undefined || content === null) return sendJson(response, 404, { error: 'Not found.' });
  response.writeHead(200, { 'content-type': type });
  response.end(content);
}
