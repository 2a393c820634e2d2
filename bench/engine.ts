import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** A search engine inside this process that counts its requests. */
export type Engine = AsyncDisposable & {
  readonly url: string;
  /** Searches so far. */
  searches(): number;
  /** Searches whose caller disconnected before the reply. */
  dropped(): number;
  /** Connections that are still open although their search was cancelled. */
  leftOpen(): number;
};

/** Starts an engine on a free loopback port. `answer` handles each request, or leaves it without a reply. */
export async function startEngine(answer: RequestListener): Promise<Engine> {
  const sockets = new Set<Socket>();
  const droppedOn: Socket[] = [];
  let searches = 0;
  const server = createServer((request, response) => {
    // At startup the service only checks whether the engine can be reached.
    if (request.url?.startsWith('/search') === true) searches++;
    const { socket } = request;
    response.on('close', () => {
      if (!response.writableFinished) droppedOn.push(socket);
    });
    answer(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    searches: () => searches,
    dropped: () => droppedOn.length,
    leftOpen: () => droppedOn.filter((socket) => sockets.has(socket)).length,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
