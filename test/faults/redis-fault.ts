import type { Socket } from 'node:net';

/** One way in which a Redis fails. */
export type RedisFault = {
  readonly name: string;
  /**
   * The place of the failure: nobody listens, the connection itself, a command, or an address at which there
   * never was a Redis.
   */
  readonly at: 'port' | 'connection' | 'command' | 'certificate' | 'scheme' | 'name';
  /**
   * Misbehaves instead of replying to a command (in capitals); for `connection`, right after it was opened.
   */
  misdeed(socket: Socket, command: string): void;
  /** The log line; null if only single calls fail and the connection works. */
  readonly logged: RegExp | null;
};

type Misdeed = RedisFault['misdeed'];

const nothing: Misdeed = () => undefined;
const replies =
  (text: string): Misdeed =>
  (socket) =>
    socket.write(text);

/** Only after the client has been greeted. */
const afterGreeting =
  (misdeed: Misdeed): Misdeed =>
  (socket, command) =>
    command === 'INFO' ? replyWell(socket, command) : misdeed(socket, command);

const HANGS = /it takes too long to answer|cannot be reached/;
const OUT_OF_REACH = /cannot be reached/;

const fault = (
  name: string,
  at: RedisFault['at'],
  misdeed: Misdeed,
  logged: RegExp | null = OUT_OF_REACH,
): RedisFault => ({ name, at, misdeed, logged });
const refusal = (name: string, text: string, logged: RegExp | null = null): RedisFault =>
  fault(name, 'command', afterGreeting(replies(text)), logged);

/** A reply that arrives byte by byte and never ends. */
const drips: Misdeed = (socket) => {
  socket.write('$1000000\r\n');
  const drip = setInterval(() => socket.write('x'), 40);
  socket.on('close', () => clearInterval(drip));
};

const flooded = new WeakSet<Socket>();

/** One reply of 50 MB; there is no room for a second one after it. */
const floods: Misdeed = (socket) => {
  if (flooded.has(socket)) return;
  flooded.add(socket);
  const block = Buffer.alloc(65_536, 'x');
  let left = 800;
  const send = () => {
    while (!socket.destroyed && left-- > 0) if (!socket.write(block)) return;
  };
  socket.on('drain', send);
  socket.write('$52428800\r\n');
  send();
};

/** Every way in which a Redis can fail. */
export const redisFaults: readonly RedisFault[] = [
  fault('refuses', 'port', nothing, /ECONNREFUSED/),
  fault('resets the connection', 'connection', (socket) => socket.resetAndDestroy()),
  fault('says nothing, not even to the greeting', 'command', nothing, /does not reply to the greeting/),
  fault('hangs after the greeting', 'command', afterGreeting(nothing), HANGS),
  fault(
    'resets at a command',
    'command',
    afterGreeting((socket) => socket.resetAndDestroy()),
  ),
  fault(
    'resets inside a reply',
    'command',
    afterGreeting((socket) => socket.write('$100\r\nhalf', () => socket.resetAndDestroy())),
  ),
  fault(
    'closes inside a reply',
    'command',
    afterGreeting((socket) => socket.end('$100\r\nhalf')),
  ),
  fault('drips', 'command', afterGreeting(drips), HANGS),
  fault('sends 50 MB', 'command', afterGreeting(floods), HANGS),
  refusal('is full', "-OOM command not allowed when used memory > 'maxmemory'.\r\n"),
  refusal('is loading', '-LOADING Redis is loading the dataset in memory\r\n'),
  refusal('is a replica', "-READONLY You can't write against a read only replica.\r\n"),
  refusal('wants a password', '-NOAUTH Authentication required.\r\n'),
  refusal('has something else under the key', '-WRONGTYPE Operation against a key\r\n'),
  refusal('replies with what was not asked for', ':7\r\n'),
  refusal('replies with an empty text', '$0\r\n\r\n'),
  refusal('keeps what is no JSON', '$6\r\n{"bro\u0000\r\n'),
  fault('is a web server', 'command', replies('HTTP/1.1 400 Bad Request\r\n\r\n'), OUT_OF_REACH),
  fault('has a certificate nobody trusts', 'certificate', nothing),
  fault('speaks no TLS', 'scheme', nothing),
  fault('has a name that does not resolve', 'name', nothing, null),
];

/** The replies of an empty Redis. */
export function replyWell(socket: Socket, command: string): void {
  const replies: Readonly<Record<string, string>> = {
    INFO: '$17\r\nredis_version:7.0\r\n',
    PING: '+PONG\r\n',
    GET: '$-1\r\n',
    MGET: '*3\r\n$-1\r\n$-1\r\n$-1\r\n',
    DEL: ':0\r\n',
    EVAL: ':0\r\n',
  };
  socket.write(replies[command] ?? '+OK\r\n');
}
