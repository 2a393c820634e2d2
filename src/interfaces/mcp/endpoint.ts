import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  createMcpHandler,
  LATEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { fieldOf } from '@sayso/text/own-value.ts';
import { createParser } from 'eventsource-parser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import { callerSignal, type InterfaceCall, type InterfaceDeps } from '../http/call-service.ts';
import { reportedProblem } from '../http/problems.ts';
import { HEARTBEAT, replyWithStream } from '../http/stream.ts';
import { preferencesOf, preferredWaitSeconds } from '../http/to-question.ts';
import { createMcpServer, type Offer, toolsOf } from './mcp-server.ts';

/** The field in which clients before 2026-07-28 return the session id from `initialize`. */
const SESSION = 'mcp-session-id';
const VERSION = 'mcp-protocol-version';
const EVENT_STREAM = 'text/event-stream';
/** A service that ends calls tells their callers, so they do not count as disconnected. */
const never = new AbortController().signal;

/**
 * A web request does not keep the controller of its own signal alive. Without this reference, which lasts as long
 * as the reply, garbage collection could lose the information that a caller has disconnected.
 */
const webRequests = new WeakMap<ServerResponse, Request>();

/**
 * MCP's Streamable HTTP: replies to one message of a client, of any version. Nothing is stored: each request gets a
 * server, sessions are names.
 */
export async function replyToMcp(call: InterfaceCall): Promise<FastifyReply> {
  const { request, reply, deps } = call;
  const { body } = request;
  for (const message of [body].flat()) checkToolCall(message, deps);
  const session = request.headers[SESSION];
  const webRequest = toWebRequest(request, leavingOf(call));
  const wantsJson = !webRequest.headers.get('accept')?.includes(EVENT_STREAM);
  forgive(webRequest.headers, body);
  webRequests.set(reply.raw, webRequest);
  let fault: unknown = null;
  // Made here, because the handler would report what is wrong with the request as its own failure.
  const offer = offerTo(call);
  const handler = createMcpHandler(() => createMcpServer(offer), {
    onerror: (error) => {
      fault = error;
    },
  });
  const response = await handler.fetch(webRequest, { parsedBody: completed(body) });
  if (response.status === 500) throw new Failure('internal', 'MCP failed.', { cause: fault });
  const isStream = response.headers.get('content-type') === EVENT_STREAM;
  if (fieldOf(body, 'method') === 'initialize' && session === undefined) reply.header(SESSION, randomUUID());
  if (!isStream) return reply.send(response);
  if (!wantsJson) {
    const format = { frame: (text: string) => text, failure: () => '', heartbeat: HEARTBEAT };
    await replyWithStream(call, textOf(response), format);
    return reply;
  }
  const replies = await repliesIn(response);
  return reply.send(Array.isArray(body) ? replies : replies[0]);
}

/**
 * Takes a request as its client means it. The specification wants clients to accept JSON and streams, and to
 * name a version that both sides know; several programs do neither.
 */
function forgive(headers: Headers, body: unknown): void {
  headers.set('accept', `application/json, ${EVENT_STREAM}`);
  const version = headers.get(VERSION);
  const claim = fieldOf(fieldOf(fieldOf(body, 'params'), '_meta'), PROTOCOL_VERSION_META_KEY);
  if (version !== null && claim === undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
    headers.delete(VERSION);
}

/** `initialize` with what a client left out: the package would reply with the report of its validator. */
function completed(body: unknown): unknown {
  if (fieldOf(body, 'method') !== 'initialize') return body;
  const { protocolVersion, capabilities, clientInfo } = Object(fieldOf(body, 'params'));
  return {
    ...Object(body),
    params: {
      ...Object(fieldOf(body, 'params')),
      protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : LATEST_PROTOCOL_VERSION,
      capabilities: isObject(capabilities) ? capabilities : {},
      clientInfo:
        typeof fieldOf(clientInfo, 'name') === 'string' && typeof fieldOf(clientInfo, 'version') === 'string'
          ? clientInfo
          : { name: 'unknown', version: '0' },
    },
  };
}

/** @throws Failure `invalid-question` if a call names no tool, or if its arguments are not an object */
function checkToolCall(message: unknown, { status }: InterfaceDeps): void {
  if (fieldOf(message, 'method') !== 'tools/call') return;
  const params = fieldOf(message, 'params');
  const names = [...toolsOf(status()).keys()].join(', ');
  if (typeof fieldOf(params, 'name') !== 'string')
    throw new Failure('invalid-question', `\`params.name\` must be the name of a tool: ${names}.`);
  const args = fieldOf(params, 'arguments');
  if (args !== undefined && !isObject(args))
    throw new Failure('invalid-question', '`params.arguments` must be an object.');
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

async function* textOf({ body }: Response): AsyncGenerator<string> {
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) yield text;
}

/** The replies in a stream, without the notes about progress before them. */
async function repliesIn(response: Response): Promise<readonly unknown[]> {
  const messages: unknown[] = [];
  const parser = createParser({ onEvent: ({ data }) => messages.push(JSON.parse(data)) });
  parser.feed(await response.text());
  return messages.filter((message) => fieldOf(message, 'id') !== undefined);
}

/** A signal that aborts when the caller disconnects, or cancels its call with another message. */
function leavingOf({ request, reply }: InterfaceCall): AbortSignal {
  const session = request.headers[SESSION];
  const caller = callerSignal(reply, never);
  if (typeof session !== 'string') return caller;
  running.cancel(session, request.body);
  const leaving = new AbortController();
  caller.addEventListener('abort', () => leaving.abort(caller.reason), { once: true });
  const call = running.begin(session, request.body, () =>
    leaving.abort(new Failure('cancelled', 'The caller cancelled.')),
  );
  reply.raw.once('close', () => call[Symbol.dispose]());
  return leaving.signal;
}

function offerTo({ request, deps }: InterfaceCall): Offer {
  return {
    status: deps.status(),
    deps: {
      service: deps,
      maxQueryChars: deps.maxQueryChars,
      caller: deps.callerOf(request),
      preferences: { ...preferencesOf(request), waitSeconds: waitSecondsOf(request) },
      deadlinesMs: { quick: deps.answerDeadlineMs, deep: deps.deepDeadlineMs },
    },
    report: (failure) => reportedProblem(failure, request).message,
    ending: request.server.stopping,
  };
}

/** A request in the web platform's form, without its body or the host that the caller names. */
function toWebRequest({ method, headers }: FastifyRequest, signal: AbortSignal): Request {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const item of [value ?? []].flat()) fields.append(name, item);
  return new Request('http://localhost/mcp', { method, headers: fields, signal });
}

/**
 * How long a caller is willing to wait, in seconds: `Prefer: wait=9` (RFC 7240), or `?wait=9` in the address
 * for clients in which only an address can be entered; null if it does not say.
 */
export function waitSecondsOf({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): number | null {
  const inAddress = new URL(url, 'http://localhost').searchParams.get('wait');
  const fields = [inAddress === null ? [] : `wait=${inAddress}`, headers.prefer ?? []].flat();
  return preferredWaitSeconds(fields.join(', '));
}

/**
 * The calls in progress by session and id. Clients before 2026-07-28 cancel with `notifications/cancelled` in
 * a separate request, and only the session distinguishes calls with the same id. A session has no other
 * state, so none can expire, and a session that another instance started is just as valid.
 */
export class RunningCalls {
  readonly #stops = new Map<string, () => void>();

  /** Records a call until the returned value is disposed. `stop` is called if the client cancels. */
  begin(session: string, message: unknown, stop: () => void): Disposable {
    const key = keyOf(session, fieldOf(message, 'id'));
    this.#stops.set(key, stop);
    return {
      [Symbol.dispose]: () => {
        if (this.#stops.get(key) === stop) this.#stops.delete(key);
      },
    };
  }

  /** Ends the call that a message cancels; does nothing for any other message. */
  cancel(session: string, message: unknown): void {
    if (fieldOf(message, 'method') !== 'notifications/cancelled') return;
    this.#stops.get(keyOf(session, fieldOf(fieldOf(message, 'params'), 'requestId')))?.();
  }
}

/** An id may be a number or a text, and 1 is not "1". */
function keyOf(session: string, id: unknown): string {
  return JSON.stringify([session, typeof id === 'string' || typeof id === 'number' ? id : null]);
}

/** Of all clients: a session is a name that nobody else knows. */
const running = new RunningCalls();
