import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { jsonIn } from '@sayso/text/bounded-json.ts';
import buildConnector from 'undici/lib/core/connect.js';
import { WebSocket } from 'undici/lib/web/websocket/websocket.js';
import { abortReason, untilAborted } from '../core/deadline.ts';
import { Agent } from './http-client.ts';
import { UpstreamError } from './upstream-error.ts';

// Parts of undici, as in `http-client.ts`: Node's own WebSocket is of another version of undici than our `Agent`,
// which limits the size of its messages.

/** The fields of a command, of its result or of an event. */
export type CdpFields = Readonly<Record<string, unknown>>;

/** An event of a page, or of the browser itself; then the session is null. */
export type CdpEvent = {
  readonly method: string;
  readonly fields: CdpFields;
  readonly sessionId: string | null;
};

/**
 * A connection to a browser over the Chrome DevTools Protocol
 * (https://chromedevtools.github.io/devtools-protocol/).
 */
export type CdpConnection = {
  /**
   * Sends a command to a page, or to the browser itself, and returns the result. Rejects with an
   * UpstreamError if the browser refuses it or the connection ends, or with the signal's reason.
   */
  send(method: string, fields?: CdpFields, sessionId?: string): Promise<CdpFields>;
  /** Closes the connection; open commands reject. */
  close(): void;
};

type CdpOptions = {
  readonly headers: Readonly<Record<string, string>>;
  onEvent(event: CdpEvent): void;
};
type OpenCommands = Map<number, PromiseWithResolvers<CdpFields>>;

/** The largest message of the browser: two million characters of HTML, each of which JSON may escape. */
const MAX_MESSAGE_BYTES = 13_000_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CLOSED = 'the browser closed the connection';

/**
 * Connects to a browser at a `ws:` or `wss:` address. The signal closes the connection, and so does a message
 * that is too large or not JSON. Rejects with an UpstreamError, or with the signal's reason.
 */
export async function connectCdp(
  url: string,
  { headers, onEvent }: CdpOptions,
  signal: AbortSignal,
): Promise<CdpConnection> {
  const address = await withAddress(url, signal);
  const { agent, disconnect } = createAgent();
  const socket = new WebSocket(address, { dispatcher: agent, headers });
  const open: OpenCommands = new Map();
  const opened = Promise.withResolvers<void>();
  const end = (error: unknown) => {
    signal.removeEventListener('abort', onAbort);
    opened.reject(error);
    for (const { reject } of open.values()) reject(error);
    open.clear();
    disconnect();
  };
  const onAbort = () => end(abortReason(signal));
  signal.addEventListener('abort', onAbort, { once: true });
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('close', () => end(new UpstreamError('network', CLOSED)));
  socket.addEventListener('error', ({ error }) =>
    end(new UpstreamError('network', 'the browser cannot be reached', error)),
  );
  socket.addEventListener('message', ({ data }) => {
    const message = jsonIn(String(data));
    if (message === undefined)
      end(new UpstreamError('protocol', 'the browser sent something else than JSON'));
    else receive(fieldsOf(message), open, onEvent);
  });
  await opened.promise;
  let lastId = 0;
  return {
    send(method, params = {}, sessionId) {
      const command = Promise.withResolvers<CdpFields>();
      if (socket.readyState === WebSocket.OPEN) {
        open.set(++lastId, command);
        socket.send(
          JSON.stringify({ id: lastId, method, params, ...(sessionId !== undefined && { sessionId }) }),
        );
      } else command.reject(signal.aborted ? abortReason(signal) : new UpstreamError('network', CLOSED));
      return command.promise;
    },
    close: () => end(new UpstreamError('network', 'the connection was closed')),
  };
}

/** An agent for one web socket, and the function that closes it at once, even if a browser hangs. */
function createAgent(): { readonly agent: Agent; readonly disconnect: () => void } {
  let connection: Socket | null = null;
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const agent = new Agent({
    webSocket: { maxPayloadSize: MAX_MESSAGE_BYTES },
    connect: (target, callback) =>
      connect(target, (...connected) => {
        connection = connected[1];
        callback(...connected);
      }),
  });
  const disconnect = () => {
    connection?.destroy();
    void agent.destroy();
  };
  return { agent, disconnect };
}

/**
 * The address with its host looked up if it has no TLS: a Chrome accepts calls only if their Host is an
 * address or `localhost`, as a protection from DNS rebinding. Rejects with an UpstreamError, or with the
 * signal's reason.
 */
export async function withAddress(text: string, signal: AbortSignal): Promise<URL> {
  const url = new URL(text);
  if (url.protocol !== 'ws:' && url.protocol !== 'http:') return url;
  const found = lookup(url.hostname.replace(/[[\]]/g, '')).catch((error: unknown) => {
    throw new UpstreamError('network', 'host name not found', error);
  });
  const { address, family } = await untilAborted(found, signal);
  url.hostname = family === 6 ? `[${address}]` : address;
  return url;
}

function receive(message: CdpFields, open: OpenCommands, onEvent: CdpOptions['onEvent']): void {
  const { id, method, params, result, error, sessionId } = message;
  if (typeof method === 'string') {
    onEvent({
      method,
      fields: fieldsOf(params),
      sessionId: typeof sessionId === 'string' ? sessionId : null,
    });
    return;
  }
  const command = typeof id === 'number' ? open.get(id) : undefined;
  if (command === undefined) return;
  open.delete(Number(id));
  if (error === undefined) command.resolve(fieldsOf(result));
  else command.reject(new UpstreamError('protocol', 'the browser refused a command', error));
}

/** A value as the object that it is; an empty one if it is something else. */
export function fieldsOf(value: unknown): CdpFields {
  return typeof value === 'object' && value !== null ? (value as CdpFields) : {};
}
