import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Failure } from '../../core/failure.ts';
import { networkOf } from '../http/call-service.ts';
import { Conversations } from './answer-transcript.ts';
import { Client, type WyomingDeps } from './client.ts';

/** The interface while it is listening. */
export type WyomingInterface = Awaited<ReturnType<typeof startWyoming>>;

/** Clients open a connection for each question, or keep one open. A home has a few clients. */
const MAX_CONNECTIONS = 100;
/** No single client can use up all connections. */
const MAX_OF_ONE_CLIENT = 25;

/**
 * Starts the interface for voice assistants that speak the Wyoming protocol over TCP, such as Home Assistant:
 * it handles transcripts. The protocol has no keys: anyone who can connect can ask.
 * @throws Error of Node (`EADDRINUSE` and others) if it cannot listen
 */
export async function startWyoming(
  place: { readonly host: string; readonly port: number },
  deps: WyomingDeps,
) {
  const clients = new Map<Socket, Client>();
  const stopping = new AbortController();
  const shared = { ...deps, conversations: new Conversations(), stopping: stopping.signal };
  let refusing = false;
  const server = createServer({ noDelay: true }, (socket) => {
    const isLast = () => refusing;
    const network = networkOf(socket.remoteAddress ?? '');
    const others = [...clients.keys()].filter(
      ({ remoteAddress = '' }) => networkOf(remoteAddress) === network,
    );
    if (others.length >= MAX_OF_ONE_CLIENT) return void socket.destroy();
    clients.set(socket, new Client(socket, { ...shared, isLast }));
    socket.once('close', () => clients.delete(socket));
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(place);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Accepts no new connections, closes the idle ones, and resolves when the last answer is sent. */
    async stop(): Promise<void> {
      refusing = true;
      const closed = once(server, 'close');
      server.close();
      for (const [socket, { isAnswering }] of clients) if (!isAnswering) socket.destroySoon();
      await closed;
    },
    /** Ends the answers in progress. */
    abort: () => stopping.abort(new Failure('stopping', 'The service is stopping.')),
    /** Closes the remaining connections. */
    cut(): void {
      for (const socket of clients.keys()) socket.destroy();
    },
  };
}
