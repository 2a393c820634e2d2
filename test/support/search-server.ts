import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { start } from './local-server.ts';

/** The server's reaction to a search: it ends the response or lets it hang. */
type SearchScript = (response: ServerResponse, request: IncomingMessage) => void;

export type SearchServer = AsyncDisposable & {
  readonly url: string;
  /** The questions that it received, in order. */
  readonly asked: string[];
  /** Resolves when a client has dropped a running search. */
  readonly dropped: Promise<void>;
  script: SearchScript;
};

export const axolotl = [
  {
    url: 'https://animals.test/axolotl',
    title: 'Axolotl',
    content:
      'The axolotl is a salamander that keeps its gills for life. It comes from lakes near Mexico City.',
  },
  {
    url: 'https://lakes.test/xochimilco',
    title: 'Lake Xochimilco',
    content: 'Lake Xochimilco is home to the axolotl.',
  },
];

/** Replies with a SearXNG result page in JSON. */
export function withResults(
  results: readonly object[] = axolotl,
  unresponsive: readonly unknown[] = [],
): SearchScript {
  const fields = { query: 'q', results, answers: [], corrections: [], infoboxes: [], suggestions: [] };
  return (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...fields, unresponsive_engines: unresponsive }));
  };
}

/** Replies with a status and a short HTML body. */
export function withStatus(status: number): SearchScript {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<html>no</html>');
  };
}

/** Never replies. */
export const hanging: SearchScript = () => undefined;

/** A server with SearXNG's JSON search, which answers normally until `script` is replaced. */
export async function startSearchServer(script: SearchScript = withResults()): Promise<SearchServer> {
  const dropped = Promise.withResolvers<void>();
  const asked: string[] = [];
  // Node's five seconds are over on a busy machine while a client still trusts its connection.
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://localhost').searchParams.get('q') ?? '');
    response.on('close', () => {
      if (!response.writableFinished) dropped.resolve();
    });
    running.script(response, request);
  });
  const started = await start(server);
  const running: SearchServer = {
    url: started.url,
    asked,
    dropped: dropped.promise,
    script,
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
  return running;
}
