import type { Readable, Writable } from 'node:stream';
import { SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import { parseWebUrl, toPublicUrl } from '@sayso/text/url.ts';
import { Failure } from '../../core/failure.ts';

/** The longest message of a client, in characters. */
const MAX_MESSAGE_CHARS = 1_000_000;
const SERVER_ERROR = -32_000;

/** The two streams of a client, and the running service to which they are connected. */
type BridgeDeps = {
  /** The endpoint (`toEndpoint`). */
  readonly url: string;
  /** Sent as `Authorization: Bearer`; null if the service needs none. */
  readonly key: string | null;
  readonly fetch: typeof globalThis.fetch;
  readonly input: Readable;
  readonly output: Writable;
  /** Reports to the operator problems that the client is not told about. */
  report(text: string): void;
};

/**
 * The endpoint of the service at an address: its path `/mcp`, unless the address already ends with it.
 * @throws Failure `invalid-question` for a text that is not the address of a web server
 */
export function toEndpoint(text: string): string {
  const url = parseWebUrl(text);
  if (url === null)
    throw new Failure('invalid-question', '--server needs an address, such as http://localhost:3000.');
  if (!/\/mcp\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/mcp`;
  return url.href;
}

/**
 * Passes the messages of one client, of any version, to a service, and its replies back. Resolves when the
 * client has closed its input, or when `signal` aborts; calls in progress are then cancelled.
 */
export async function bridge(
  { url, key, fetch, input, output, report }: BridgeDeps,
  signal: AbortSignal,
): Promise<void> {
  const client = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_CHARS });
  const headers = new Headers(key === null ? [] : [['authorization', `Bearer ${key}`]]);
  const service = new StreamableHTTPClientTransport(new URL(url), { fetch, requestInit: { headers } });
  const calls = new Map<unknown, AbortController>();
  const ended = Promise.withResolvers<void>();
  // A client that has disconnected reads nothing more.
  const tell = (message: JSONRPCMessage) => client.send(message).catch(ended.resolve);

  service.onmessage = (message) => {
    const version = fieldOf(fieldOf(message, 'result'), 'protocolVersion');
    if (typeof version === 'string') service.setProtocolVersion(version);
    if (fieldOf(message, 'method') === undefined) calls.delete(fieldOf(message, 'id'));
    void tell(message);
  };
  client.onmessage = async (message) => {
    const id = fieldOf(message, 'id');
    // Closing its connection cancels a call in every version.
    if (fieldOf(message, 'method') === 'notifications/cancelled')
      return calls.get(fieldOf(fieldOf(message, 'params'), 'requestId'))?.abort();
    const call = new AbortController();
    if (id !== undefined) calls.set(id, call);
    const fail = (error: unknown) => {
      calls.delete(id);
      if (call.signal.aborted) return;
      const failure = errorIn(error) ?? {
        code: SERVER_ERROR,
        message: `The service at ${toPublicUrl(url)} ${whyNot(error)}.`,
      };
      if (id === undefined) report(failure.message);
      else void tell({ jsonrpc: '2.0', id, error: failure } as JSONRPCMessage);
    };
    const onRequestStreamEnd = () => {
      if (calls.has(id)) fail(new Failure('internal', 'ended before its reply'));
    };
    await service.send(message, { requestSignal: call.signal, onRequestStreamEnd }).catch(fail);
  };
  client.onclose = ended.resolve;
  client.onerror = ({ message }) => report(message);
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  await service.start();
  await client.start();
  await ended.promise;
  for (const call of calls.values()) call.abort();
  await Promise.all([service.close(), client.close()]);
}

/** The error of JSON-RPC that a service sent with the status of a failure. */
function errorIn(error: unknown): { readonly code: number; readonly message: string } | null {
  const text = fieldOf(error instanceof SdkHttpError ? error.data : undefined, 'text');
  try {
    const sent = fieldOf(typeof text === 'string' ? parseBoundedJson(text) : undefined, 'error');
    const [code, message] = [fieldOf(sent, 'code'), fieldOf(sent, 'message')];
    return typeof code === 'number' && typeof message === 'string' ? { code, message } : null;
  } catch {
    return null;
  }
}

function whyNot(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (error instanceof SdkHttpError) return `replies with status ${fieldOf(error.data, 'status')}`;
  if (error instanceof TypeError) return 'cannot be reached: is it running?';
  return 'does not speak MCP over Streamable HTTP: check the address after --server';
}
