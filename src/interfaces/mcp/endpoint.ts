import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { fieldOf } from '@sayso/text/own-value.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import { callerSignal } from '../http/caller.ts';
import { preferredWaitSeconds } from '../http/header-fields.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/interface-deps.ts';
import { noteStream } from '../http/observe-requests.ts';
import { reportedProblem } from '../http/problems.ts';
import { preferencesOf } from '../http/question-of-call.ts';
import { createMcpServer, type Offer } from './mcp-server.ts';
import { createTools } from './tools/all-tools.ts';
import type { Tool } from './tools/tool.ts';

/** The field in which clients before 2026-07-28 return the session id from `initialize`. */
const SESSION = 'mcp-session-id';
/** A service that ends calls tells their callers, so they do not count as disconnected. */
const never = new AbortController().signal;

/** Replies to one message of an MCP client, of any version. */
export type Endpoint = (call: InterfaceCall) => Promise<FastifyReply>;

/** MCP's Streamable HTTP. Nothing is stored: each request gets a server, sessions are names. */
export function createEndpoint(deps: InterfaceDeps): Endpoint {
  const tools = createTools(deps);
  const running = new RunningCalls();
  // A web request does not keep the controller of its own signal alive. Without this reference, which lasts
  // as long as the reply, garbage collection could lose the information that a caller has disconnected.
  const webRequests = new WeakMap<ServerResponse, Request>();
  return async (call) => {
    const { request, reply, stopping } = call;
    const { body } = request;
    const session = request.headers[SESSION];
    const webRequest = toWebRequest(request, leavingOf(call, running));
    webRequests.set(reply.raw, webRequest);
    let fault: unknown = null;
    // Made here, because the handler would report what is wrong with the request as its own failure.
    const offer = offerTo(request, { deps, tools, stopping });
    const handler = createMcpHandler(() => createMcpServer(offer), {
      onerror: (error) => {
        fault = error;
      },
    });
    const response = await handler.fetch(webRequest, { parsedBody: body });
    if (response.status === 500) throw new Failure('internal', 'MCP failed.', { cause: fault });
    if (response.headers.get('content-type') === 'text/event-stream') noteStream(reply);
    if (fieldOf(body, 'method') === 'initialize' && session === undefined)
      reply.header(SESSION, randomUUID());
    return reply.send(response);
  };
}

/** A signal that aborts when the caller disconnects, or cancels its call with another message. */
function leavingOf({ request, reply }: InterfaceCall, running: RunningCalls): AbortSignal {
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

type Offering = {
  readonly deps: InterfaceDeps;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly stopping: AbortSignal;
};

function offerTo(request: FastifyRequest, { deps, tools, stopping }: Offering): Offer {
  return {
    tools,
    version: deps.status().version,
    deps: {
      service: deps.serviceFor(request),
      preferences: { ...preferencesOf(request), waitSeconds: waitSecondsOf(request) },
      deadlinesMs: { quick: deps.answerDeadlineMs, deep: deps.deepDeadlineMs },
    },
    report: (failure) => reportedProblem(failure, request).message,
    ending: stopping,
  };
}

/** A request in the web platform's form, without its body or the host that the caller names. */
export function toWebRequest({ method, headers }: FastifyRequest, signal: AbortSignal): Request {
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
