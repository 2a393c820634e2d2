import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from './interface.ts';
import { openToEveryPage } from './reply-headers.ts';

/** The status line and the message of a reply, and a header that only this reply has. */
type ErrorReply = readonly [status: string, message: string, header?: string];

/** The replies to errors from Node's parser. */
const answers: ReadonlyMap<string, ErrorReply> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    [
      '431 Request Header Fields Too Large',
      'The address or the headers are too long. Send long questions by POST.',
    ],
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request did not arrive in time.']],
]);
const OTHER = ['400 Bad Request', 'This is not a valid HTTP request.'] as const;
const NO_EXPECTATION = ['417 Expectation Failed', 'Only `Expect: 100-continue` is understood.'] as const;
const NO_TUNNEL = [
  '405 Method Not Allowed',
  'This is not a proxy.',
  'Allow: GET, HEAD, POST, OPTIONS',
] as const;
/**
 * The maximum number of requests that a connection may have open at the same time. Node handles all requests
 * of a packet at once: 20,000 of them, without a key, blocked the event loop for 2 s and took 700 MB
 * (measured). Browsers and proxies send one at a time.
 */
const MAX_PIPELINED = 16;
/** How long a client may take to read the reply, in milliseconds. */
const LINGER_MS = 500;

/** The unfinished replies of each socket that had any. */
const pending = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Watches connections for input that no route can handle. It counts unfinished replies, so that an error is
 * never written into the middle of a reply. It disconnects clients that send many requests without waiting
 * for replies, and refuses tunnels and expectations.
 */
export function observeConnections(app: App): void {
  const handlers = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const open = pending.get(socket) ?? new Set();
    if (open.size >= MAX_PIPELINED) socket.destroy();
    // The parser still delivers the other requests in the packet.
    if (socket.destroyed) return;
    pending.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
    for (const handle of handlers) handle.call(app.server, request, response);
  });
  app.server.on('checkExpectation', ({ socket }) => replyAndClose(socket, NO_EXPECTATION));
  app.server.on('connect', (_request, socket: Socket) => {
    // Node hands the socket over without listeners: nobody reads it, and an error would end the process.
    socket.on('error', () => undefined).resume();
    socket.once('close', () => closeReplies(socket));
    replyAndClose(socket, NO_TUNNEL);
  });
}

/** Replies to bytes that are no valid request, with JSON and CORS headers, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else replyAndClose(socket, answers.get(error.code ?? '') ?? OTHER);
}

/** Sends an error as the last reply of a connection, unless another reply is in progress. */
function replyAndClose(socket: Socket, reply: ErrorReply): void {
  if (!socket.writable || (pending.get(socket)?.size ?? 0) > 0) {
    socket.destroy();
    return;
  }
  socket.end(toReply(reply));
  // A client that never closes its side would keep the socket open, and no other code still watches it.
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}

/** Closes the replies that wait for earlier ones: Node has forgotten them, and their answers would go on. */
function closeReplies(socket: Socket): void {
  for (const reply of pending.get(socket) ?? []) {
    reply.destroy();
    reply.emit('close');
  }
}

function toReply([status, message, header]: ErrorReply): string {
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(openToEveryPage).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    ...(header === undefined ? [] : [header]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
