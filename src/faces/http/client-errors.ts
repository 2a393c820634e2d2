import type { Socket } from 'node:net';

/** What Node's parser gave up on, as status line and message. */
const answers: ReadonlyMap<string, readonly [string, string]> = new Map([
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
/** How long the answer may take to be read, in milliseconds. */
const LINGER_MS = 500;

/** Answers a connection whose bytes never became a request: JSON and CORS like every other error, then closed. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = answers.get(error.code ?? '') ?? OTHER;
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Access-Control-Allow-Origin: *',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A client that never closes its side would keep the socket open, and nothing else watches it any more.
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}
