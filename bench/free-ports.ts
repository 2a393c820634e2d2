import { once } from 'node:events';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/** A port that nobody is listening on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** The first of `count` consecutive free ports. */
export async function freePortRow(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = await freePort();
    const row = Array.from({ length: count }, (_, at) => first + at);
    if (first + count < 65_536 && (await Promise.all(row.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`There are no ${count} free ports in a row.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST);
  return new Promise((resolve) => {
    server.on('error', () => resolve(false));
    server.on('listening', () => server.close(() => resolve(true)));
  });
}
