import { createServer } from 'node:http';
import { connect } from 'node:net';
import { type LocalServer, start } from './local-server.ts';

/**
 * An http proxy on loopback that reaches every host on this machine. `asked` gets the target of each request,
 * and `credentials` the last credentials.
 */
export async function serveProxy(
  status = 200,
): Promise<LocalServer & { readonly asked: string[]; credentials: string }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    proxy.credentials = request.headers['proxy-authorization'] ?? '';
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end('forwarded');
  });
  server.on('connect', (request, socket) => {
    proxy.credentials = request.headers['proxy-authorization'] ?? '';
    asked.push(`CONNECT ${request.url}`);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const target = connect(Number(new URL(`http://${request.url}`).port || 80), '127.0.0.1');
    for (const side of [target, socket]) side.on('error', () => undefined);
    target.on('connect', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    socket.on('close', () => target.destroy());
    target.on('close', () => socket.destroy());
  });
  const proxy = Object.assign(await start(server), { asked, credentials: '' });
  return proxy;
}
