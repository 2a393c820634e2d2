import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call to the server. */
export type ChatCall = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The request's JSON; null for a request without a body. */
  readonly body: unknown;
  /** Settles when the reply is complete or the connection is closed. */
  readonly closed: Promise<void>;
};

export type ChatServer = AsyncDisposable & {
  /** Base URL, ending in `/v1`. */
  readonly url: string;
  /** Calls so far, except those for the list of models. */
  readonly calls: readonly ChatCall[];
  /** The next call that has not been returned yet. */
  nextCall(): Promise<ChatCall>;
};

/** Answers one call; `count` is 1 for the first. */
export type ChatScript = (response: ServerResponse, call: ChatCall, count: number) => void;

/** A server that speaks OpenAI's streamed chat completions as its script defines. */
export async function startChatServer(
  script: ChatScript,
  models: readonly string[] = ['served-model'],
): Promise<ChatServer> {
  const calls: ChatCall[] = [];
  let arrived = Promise.withResolvers<void>();
  let taken = 0;
  // Node's five seconds are over on a busy machine while a client still trusts its connection.
  const server = createServer({ keepAliveTimeout: 120_000 }, async (request, response) => {
    const closed = Promise.withResolvers<void>();
    response.on('close', () => closed.resolve());
    response.on('error', () => undefined);
    if (request.url?.endsWith('/models')) {
      response.end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }));
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    const body: unknown = text === '' ? null : JSON.parse(text);
    const call = { path: request.url ?? '', headers: request.headers, body, closed: closed.promise };
    calls.push(call);
    arrived.resolve();
    arrived = Promise.withResolvers<void>();
    script(response, call, calls.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    async nextCall() {
      while (calls.length <= taken) await arrived.promise;
      const call = calls[taken++];
      if (call === undefined) throw new Error('No call came.');
      return call;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts a streamed answer. */
export function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

/** One event of a chat answer. */
export function chunk(delta: object, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'm' };
  return `data: ${JSON.stringify({ ...head, choices })}\n\n`;
}

/** The event that reports tokens. */
export function usage(promptTokens: number, completionTokens: number): string {
  const total = promptTokens + completionTokens;
  const counts = { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: total };
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', choices: [], usage: counts })}\n\n`;
}

export const DONE = 'data: [DONE]\n\n';

/** A whole streamed answer in one write. */
export function answerWith(response: ServerResponse, pieces: readonly string[], tail = usage(100, 20)): void {
  begin(response);
  const events = pieces.map((content) => chunk({ content })).join('');
  response.end(`${events}${chunk({}, 'stop')}${tail}${DONE}`);
}
