import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { type LocalServer, start } from './local-server.ts';

/** A frame of text without a mask (RFC 6455, 5.2). */
function toFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(10);
  header[0] = 0x81;
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([header, body]);
}

/** The texts of the whole frames of a client, which are masked, and the rest. */
function readFrames(bytes: Buffer): { texts: string[]; rest: Buffer } {
  const texts: string[] = [];
  let rest = bytes;
  for (;;) {
    const short = (rest[1] ?? 0) & 0x7f;
    const header = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (rest.length < header + 4) return { texts, rest };
    const length =
      short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
    const end = header + 4 + length;
    if (rest.length < end) return { texts, rest };
    const mask = rest.subarray(header, header + 4);
    const body = rest.subarray(header + 4, end).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
    if (((rest[0] ?? 0) & 0x0f) === 1) texts.push(Buffer.from(body).toString());
    rest = rest.subarray(end);
  }
}

/** One end of a connection to a browser. */
export type BrowserSide = { send(text: string): void; readonly socket: Socket };

/**
 * A server with the addresses of a browser's DevTools Protocol. `onMessage` gets each message of a client.
 * Requests for its version are counted in `paths`, with their query.
 */
export async function serveBrowser(
  onMessage: (message: string, side: BrowserSide) => void,
): Promise<LocalServer & { readonly paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.end(JSON.stringify({ webSocketDebuggerUrl: 'ws://elsewhere.invalid:1/devtools/browser/7' }));
  });
  server.on('upgrade', (request, socket: Socket) => {
    paths.push(request.url ?? '');
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const side: BrowserSide = { socket, send: (text) => socket.write(toFrame(text)) };
    let received = Buffer.alloc(0);
    socket
      .on('error', () => undefined)
      .on('end', () => socket.destroy())
      .on('data', (data: Buffer) => {
        const { texts, rest } = readFrames(Buffer.concat([received, data]));
        received = Buffer.from(rest);
        for (const text of texts) onMessage(text, side);
      });
  });
  return Object.assign(await start(server), { paths });
}
