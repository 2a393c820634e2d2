import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import { parseWebUrl, toPublicUrl } from '@sayso/text/url.ts';
import { Failure } from '../../core/failure.ts';

/** The longest message from either side, in characters; results of tools are far shorter. */
const MAX_MESSAGE_CHARS = 1_000_000;
const SERVER_ERROR = -32_000;
const VERSION = 'mcp-protocol-version';
const SESSION = 'mcp-session-id';
/** The field in which messages since 2026-07-28 name their version. */
const VERSION_FIELD = 'io.modelcontextprotocol/protocolVersion';
const WRONG_ADDRESS = 'does not speak MCP over Streamable HTTP: check the address after --server';

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
export async function bridge(deps: BridgeDeps, signal: AbortSignal): Promise<void> {
  const { input, output, report } = deps;
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_CHARS });
  const service = new ServiceBehind(deps);
  const ended = Promise.withResolvers<void>();
  transport.onclose = ended.resolve;
  transport.onerror = ({ message }) => report(message);
  transport.onmessage = async (message) => {
    // A client that has disconnected reads nothing more.
    for await (const reply of service.replies(message)) await transport.send(reply).catch(ended.resolve);
  };
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  await transport.start();
  await ended.promise;
  service.leave();
  await transport.close();
}

/** The service behind a bridge, and the state that an HTTP client must remember. */
class ServiceBehind {
  readonly #deps: BridgeDeps;
  readonly #calls = new Map<unknown, AbortController>();
  #session: string | null = null;
  #version: string | null = null;

  constructor(deps: BridgeDeps) {
    this.#deps = deps;
  }

  /** Ends every call in progress. */
  leave(): void {
    for (const call of this.#calls.values()) call.abort();
  }

  /** The service's reply to a message; never throws. */
  async *replies(message: JSONRPCMessage): AsyncGenerator<JSONRPCMessage> {
    const id = fieldOf(message, 'id');
    // Closing its connection cancels a call in every version.
    if (fieldOf(message, 'method') === 'notifications/cancelled')
      return this.#calls.get(fieldOf(fieldOf(message, 'params'), 'requestId'))?.abort();
    const call = new AbortController();
    if (id !== undefined) this.#calls.set(id, call);
    let isAnswered = false;
    try {
      for await (const reply of this.#exchange(message, call.signal)) {
        isAnswered ||= fieldOf(reply, 'method') === undefined;
        // An error before the body was read has no id.
        yield fieldOf(reply, 'error') === undefined ? reply : ({ ...reply, id } as JSONRPCMessage);
      }
      if (id !== undefined && !isAnswered) throw new Failure('internal', 'ended before its reply');
    } catch (error) {
      if (call.signal.aborted) return;
      const failure = `The service at ${toPublicUrl(this.#deps.url)} ${whyNot(error)}.`;
      if (id === undefined) this.#deps.report(failure);
      else yield { jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message: failure } } as JSONRPCMessage;
    } finally {
      this.#calls.delete(id);
    }
  }

  async *#exchange(message: JSONRPCMessage, signal: AbortSignal): AsyncGenerator<JSONRPCMessage> {
    const { url, fetch } = this.#deps;
    const body = JSON.stringify(message);
    const response = await fetch(url, { method: 'POST', headers: this.#headersOf(message), body, signal });
    this.#session = response.headers.get(SESSION) ?? this.#session;
    for await (const text of messagesIn(response)) {
      const reply = parseBoundedJson(text) as JSONRPCMessage;
      if (fieldOf(reply, 'jsonrpc') !== '2.0') throw new Failure('invalid-question', WRONG_ADDRESS);
      const version = fieldOf(fieldOf(reply, 'result'), 'protocolVersion');
      if (typeof version === 'string') this.#version = version;
      yield reply;
    }
  }

  #headersOf(message: JSONRPCMessage): Headers {
    const { key } = this.#deps;
    const headers = new Headers({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    });
    if (key !== null) headers.set('authorization', `Bearer ${key}`);
    const params = fieldOf(message, 'params');
    const own = fieldOf(fieldOf(params, '_meta'), VERSION_FIELD);
    if (typeof own !== 'string') {
      if (this.#version !== null) headers.set(VERSION, this.#version);
      if (this.#session !== null) headers.set(SESSION, this.#session);
      return headers;
    }
    headers.set(VERSION, own);
    headers.set('mcp-method', String(fieldOf(message, 'method')));
    const name = fieldOf(params, 'name');
    if (name !== undefined) headers.set('mcp-name', toHeaderValue(String(name)));
    return headers;
  }
}

/** Names that a header cannot contain are sent in base64 (MCP 2026-07-28, Streamable HTTP). */
function toHeaderValue(name: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name) && !name.startsWith('=?base64?');
  return isPlain ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;
}

/** The messages of a reply: one message as JSON, or the events of a stream, each with one line of data. */
async function* messagesIn(response: Response): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? '';
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    const piece = decoder.decode(bytes, { stream: true });
    // Only whole lines are searched, because a long line in many pieces would be searched again with each
    // piece.
    const end = type.startsWith('text/event-stream') ? piece.lastIndexOf('\n') + 1 : 0;
    for (const line of end === 0 ? [] : (rest + piece.slice(0, end)).split(/\r?\n/))
      if (/^data: ?\{/.test(line)) yield line.slice('data:'.length);
    rest = end === 0 ? rest + piece : piece.slice(end);
    if (rest.length > MAX_MESSAGE_CHARS) throw new Failure('too-large', 'sent a message that is too long');
  }
  if (type.startsWith('application/json')) yield rest;
  else if (response.status >= 400 || (response.status >= 300 && rest !== ''))
    throw new Failure('invalid-question', `replies with status ${response.status}`);
  else if (response.status !== 202 && !type.startsWith('text/event-stream'))
    throw new Failure('invalid-question', WRONG_ADDRESS);
}

function whyNot(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (error instanceof SyntaxError) return WRONG_ADDRESS;
  return 'cannot be reached: is it running?';
}
