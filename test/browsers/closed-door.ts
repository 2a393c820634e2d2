import { createServer } from 'node:net';
import { start } from '../support/local-server.ts';

/** The proxy of a browser that may contact only this machine. */
type ClosedDoor = AsyncDisposable & {
  readonly port: number;
  /** The first line of every request to another machine that arrived here. */
  readonly knocks: readonly string[];
};

/** Starts a proxy that records requests and lets nothing through. */
export async function closeDoor(): Promise<ClosedDoor> {
  const knocks: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      knocks.push(bytes.toString('latin1').split('\r\n', 1)[0] ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
  const { port, [Symbol.asyncDispose]: close } = await start(server);
  return { port, knocks, [Symbol.asyncDispose]: close };
}
