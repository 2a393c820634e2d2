import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerModel } from '../mock-model.ts';
import { fastestMocks } from '../mock-settings.ts';

const settings = { ...fastestMocks(), llm: { ttftMs: 0, tokensPerSec: 0, answerTokens: 40 } };

/** The ways in which a model fails; the last one is ended by a time limit. */
const faults: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.destroy(),
  (response) =>
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}'),
  (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>'),
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Half a"}}]}\n\n', () =>
      response.destroy(),
    );
  },
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  },
];

/** Starts a model that answers at once, but fails at every `oneIn`th call in one of many ways, in turn. */
export async function startFaultyModel(oneIn: number): Promise<string> {
  let calls = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const isFaulty = request.method === 'POST' && ++calls % oneIn === 0;
    const fault = isFaulty ? faults[Math.floor(calls / oneIn) % faults.length] : undefined;
    if (fault === undefined) answerModel(settings, request, response).catch(() => response.destroy());
    else request.resume().on('end', () => fault(response));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return `http://127.0.0.1:${address.port}/v1`;
}
