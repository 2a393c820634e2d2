import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkOf } from '@sayso/text/url.ts';
import { Client, type Waits } from './client.ts';
import { Conversations, type Limit, QuestionCounts } from './conversations.ts';

/** How voices are answered. */
type WyomingOptions = {
  /** The address to listen on; port 0 for a free one. */
  readonly host: string;
  readonly port: number;
  /** The address of the Sayso that answers, such as `http://localhost:3000`. */
  readonly url: string;
  /** A key of that Sayso, if it needs one. */
  readonly key?: string;
  /** The version that clients are told. */
  readonly version?: string;
  /** The most questions of one client address; without it, any number. */
  readonly limit?: Limit | null;
  /** Gets what went wrong beyond what clients are told. */
  report?(error: unknown): void;
  /** How long to wait for clients, for tests. */
  readonly waits?: Waits;
};

/** The listener, until it is stopped. */
export type WyomingListener = Awaited<ReturnType<typeof startWyoming>>;

/** Clients open a connection for each question, or keep one open. A home has a few clients. */
const MAX_CONNECTIONS = 100;
/** No single client can use up all connections. */
const MAX_OF_ONE_CLIENT = 25;

/**
 * Listens for voice assistants that speak the Wyoming protocol over TCP, such as Home Assistant, and lets a
 * Sayso answer their transcripts. The protocol has no keys: anyone who can connect can ask.
 * @throws Error of Node (`EADDRINUSE` and others) if it cannot listen
 */
export async function startWyoming({ host, port, url, key, limit = null, ...options }: WyomingOptions) {
  const clients = new Map<Socket, Client>();
  let isStopping = false;
  const shared = {
    ...options,
    sayso: { url: url.replace(/\/+$/, ''), key },
    conversations: new Conversations(),
    counts: limit && new QuestionCounts(limit),
    /** Whether a connection ends with its current answer. */
    isLast: () => isStopping,
  };
  const server = createServer({ noDelay: true }, (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const others = [...clients.values()].filter((client) => client.network === network);
    if (others.length >= MAX_OF_ONE_CLIENT) return void socket.destroy();
    clients.set(socket, new Client(socket, network, shared));
    socket.once('close', () => clients.delete(socket));
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Accepts no new connections, closes the idle ones, and resolves when the last answer is sent. */
    async stop(): Promise<void> {
      isStopping = true;
      const closed = once(server, 'close');
      server.close();
      for (const [socket, { isAnswering }] of clients) if (!isAnswering) socket.destroySoon();
      await closed;
    },
    /** Closes the remaining connections. */
    cut(): void {
      for (const socket of clients.keys()) socket.destroy();
    },
  };
}
