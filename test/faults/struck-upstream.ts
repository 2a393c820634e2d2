import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { closedPort } from '../support/local-server.ts';
import { UNTRUSTED_CERTIFICATE } from '../support/untrusted-certificate.ts';
import type { Fault, Usual } from './fault.ts';

/** An upstream with one fault until it is healed; `await using` it. */
export type StruckUpstream = AsyncDisposable & {
  /** The address that the service is told to call, without a path. */
  readonly origin: string;
  /** Exchanges that have begun and not ended. */
  readonly underWay: number;
  /** Connections that are open. */
  readonly connections: number;
  /** The number of requests it received. */
  readonly asked: number;
  /** From now on it works, at the same address. */
  heal(): Promise<void>;
};

/** Starts an upstream with `fault`. `answer` gives its replies once it is healed. */
export async function strike(
  fault: Fault,
  usual: Usual,
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
    response.writeHead(200, { 'content-type': usual.contentType }).end(usual.body);
  },
): Promise<StruckUpstream> {
  const sockets = new Set<Socket>();
  const state = { isWell: false, asked: 0, underWay: 0 };
  const server = createFor(fault, (request, response) => {
    state.asked++;
    state.underWay++;
    response.on('close', () => state.underWay--);
    response.on('error', () => undefined);
    request.resume();
    const other = usual.elsewhere?.(request.url ?? '') ?? null;
    if (other !== null) response.end(JSON.stringify(other));
    else if (state.isWell) answer(request, response);
    else fault.misdeed(request, response, usual);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (!state.isWell && fault.at === 'connection') socket.resetAndDestroy();
  });
  server.on('tlsClientError', () => undefined);
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  // A port that is closed again must not be given to another server.
  await listen(fault.at === 'port' ? await closedPort() : 0);
  const { port } = server.address() as AddressInfo;
  if (fault.at === 'port') await close();
  return {
    origin: originOf(fault, port),
    get underWay() {
      return state.underWay;
    },
    get connections() {
      return sockets.size;
    },
    get asked() {
      return state.asked;
    },
    async heal() {
      state.isWell = true;
      if (!server.listening) await listen(port);
    },
    [Symbol.asyncDispose]: close,
  };
}

function createFor(
  fault: Fault,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  if (fault.at !== 'certificate') return createServer(listener);
  return createTlsServer({ key: UNTRUSTED_CERTIFICATE, cert: UNTRUSTED_CERTIFICATE }, listener);
}

function originOf({ at }: Fault, port: number): string {
  // Pages are read only on few ports, and a name that does not resolve needs none.
  if (at === 'name') return 'http://nowhere.invalid';
  const scheme = at === 'certificate' || at === 'scheme' ? 'https' : 'http';
  return `${scheme}://127.0.0.1:${port}`;
}
