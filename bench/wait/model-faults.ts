import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A way in which a model's API can fail. */
export type ModelFault = { readonly name: string; readonly answer: RequestListener };

const DRIP_MS = 400;
const EVENTS = { 'content-type': 'text/event-stream' };

/** Every way in which a model's API, or a server in front of it, has been seen to fail. */
export const modelFaults: readonly ModelFault[] = [
  { name: 'connection cut', answer: (request) => request.socket.destroy() },
  { name: '401', answer: status(401) },
  { name: '404', answer: status(404) },
  { name: '429', answer: status(429) },
  { name: '429, Retry-After', answer: status(429, { 'retry-after': '30' }) },
  { name: '500', answer: status(500) },
  { name: '503', answer: status(503) },
  {
    name: 'a web page',
    answer: (_request, response) => response.setHeader('content-type', 'text/html').end('<p>log in</p>'),
  },
  { name: 'broken JSON', answer: stream((response) => response.end('data: {"choices": [\n\n')) },
  { name: 'no event', answer: stream((response) => response.end()) },
  { name: 'done at once', answer: stream((response) => response.end('data: [DONE]\n\n')) },
  {
    name: 'an error in the stream',
    answer: stream((response) => response.end('data: {"error":{"message":"no"}}\n\n')),
  },
  { name: 'no answer', answer: () => undefined },
  { name: 'headers, no body', answer: stream((response) => response.flushHeaders()) },
  { name: 'hangs within a sentence', answer: stream((response) => response.write(said('The harbour is'))) },
  {
    name: 'hangs behind a sentence',
    answer: stream((response) => response.write(said('It is deep [1]. And '))),
  },
  { name: 'cut within a sentence', answer: stream((response) => cut(response, said('The harbour is'))) },
  {
    name: 'cut behind a sentence',
    answer: stream((response) => cut(response, said('It is deep [1]. And '))),
  },
  { name: 'a word now and then', answer: stream((response) => repeat(response, said('deep '), DRIP_MS)) },
  {
    name: 'never ends',
    answer: stream((response) => repeat(response, said('It is deep [1]. ').repeat(20), 5)),
  },
  { name: 'thinks for ever', answer: stream((response) => repeat(response, thought('hm '), 20)) },
];

/** One byte of a search reply now and then, forever. */
export const drip: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  repeat(response, ' ', DRIP_MS);
};

function status(code: number, headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_request, response) =>
    response
      .writeHead(code, { 'content-type': 'application/json', ...headers })
      .end('{"error":{"message":"no","type":"x"}}');
}

function stream(write: (response: ServerResponse) => unknown): RequestListener {
  return (_request: IncomingMessage, response) => {
    response.writeHead(200, EVENTS);
    write(response);
  };
}

function said(content: string): string {
  return frame({ content });
}

function thought(reasoning_content: string): string {
  return frame({ reasoning_content });
}

function frame(delta: object): string {
  const choices = [{ index: 0, delta, finish_reason: null }];
  const fields = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'mock', choices };
  return `data: ${JSON.stringify(fields)}\n\n`;
}

function cut(response: ServerResponse, text: string): void {
  response.write(text, () => response.destroy());
}

function repeat(response: ServerResponse, text: string, everyMs: number): void {
  const timer = setInterval(() => response.write(text), everyMs);
  response.on('close', () => clearInterval(timer));
}
