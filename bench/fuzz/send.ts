import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Reply } from './reply-check.ts';
import type { FuzzRequest } from './requests.ts';

const LIMIT_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends one request and reads its reply to the end. Rejects if there is no reply. */
export function send(origin: string, { method, path, headers, body }: FuzzRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    // Node frames the body of a DELETE or OPTIONS only if its length is given.
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const call = request(
      new URL(origin),
      { method, path, headers: { ...headers, ...length }, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    call.setTimeout(LIMIT_MS, () => call.destroy(new Error('no reply in time')));
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}

/** Sends bytes as they are, closes the sending side, and returns the reply; null for none. */
export function sendBytes(port: number, bytes: Buffer): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('no end in time')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    );
    socket.on('close', () => {
      const reply = Buffer.concat(chunks).toString('latin1');
      resolve(reply === '' ? null : reply);
    });
  });
}
