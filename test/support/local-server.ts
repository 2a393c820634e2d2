import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A real server on loopback for one test; `await using` it. */
export type LocalServer = AsyncDisposable & {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /**
   * Resolves when no connection is open; rejects if one is still open after a hundred checks, at least a
   * second.
   */
  noSocketsLeft(): Promise<void>;
};

/** A server that answers over HTTP. */
export function serve(listener: RequestListener): Promise<LocalServer> {
  return start(createHttpServer(listener));
}

/** A server for raw connections, for replies that no HTTP library would send. */
export function serveSockets(onSocket: (socket: Socket) => void): Promise<LocalServer> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // Otherwise it would never notice that the other side has closed.
    socket.resume();
    onSocket(socket);
  });
  return start(server);
}

/**
 * A port on loopback where nobody listens. Ports that the system gives to servers without a wish are higher
 * (from 32,768 on Linux, from 49,152 elsewhere), so no other test gets this one.
 */
export async function closedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).once('listening', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Starts any server on a free port. */
export async function start(server: Server, scheme = 'http'): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    noSocketsLeft: () => emptied(sockets),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
}

async function emptied(sockets: ReadonlySet<Socket>): Promise<void> {
  // Counts checks and not milliseconds: on a busy machine both ends, which are in this process, are late
  // together.
  for (let look = 0; look < 100; look++) {
    if (sockets.size === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${sockets.size} connections are still open`);
}
