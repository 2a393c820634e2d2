import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { closedPort } from '../support/local-server.ts';
import { UNTRUSTED_CERTIFICATE } from '../support/untrusted-certificate.ts';
import { type RedisFault, replyWell } from './redis-fault.ts';

/** A Redis with one fault until it is healed; `await using` it. */
type StruckRedis = AsyncDisposable & {
  readonly url: string;
  readonly connections: number;
  /** The number of commands that it replied to since it was healed. */
  readonly served: readonly string[];
  /** From now on it works; open connections are closed, as by a restart. */
  heal(): Promise<void>;
};

/** Starts a server that speaks the Redis protocol and fails. */
export async function strikeRedis(fault: RedisFault): Promise<StruckRedis> {
  const sockets = new Set<Socket>();
  const served: string[] = [];
  let isWell = false;
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (!isWell && fault.at === 'connection') fault.misdeed(socket, '');
    socket.on('data', (data) => {
      for (const [, name = ''] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const command = name.toUpperCase();
        if (!isWell) fault.misdeed(socket, command);
        else {
          served.push(command);
          replyWell(socket, command);
        }
      }
    });
  };
  const key = { key: UNTRUSTED_CERTIFICATE, cert: UNTRUSTED_CERTIFICATE };
  const server = fault.at === 'certificate' ? createTlsServer(key, take) : createServer(take);
  server.on('tlsClientError', () => undefined);
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
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
  const scheme = fault.at === 'certificate' || fault.at === 'scheme' ? 'rediss' : 'redis';
  return {
    url: `${scheme}://${fault.at === 'name' ? 'nowhere.invalid' : '127.0.0.1'}:${port}`,
    get connections() {
      return sockets.size;
    },
    served,
    async heal() {
      isWell = true;
      for (const socket of sockets) socket.destroy();
      if (!server.listening) await listen(port);
    },
    [Symbol.asyncDispose]: close,
  };
}
