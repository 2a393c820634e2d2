import { fieldOf } from '@sayso/text/own-value.ts';
import { Failure } from '../../core/failure.ts';
import { NOT_JSON } from '../http/input.ts';
import type { Interface } from '../http/interface.ts';
import type { Problem } from '../http/problems.ts';

/** The path of MCP's Streamable HTTP. */
const PATH = '/mcp';
/** The maximum number of messages in a batch, which only clients of 2025-03-26 send. */
const MAX_BATCH = 10;

/** The interface for MCP (2025-03-26 to 2026-07-28): `POST /mcp`. Its package is loaded on first use. */
export const mcp: Interface = {
  name: 'mcp',
  prefixes: [PATH],
  isOpenToPages: false,
  errorBody: (problem, { body }) => toRpcError(problem, body),
  addRoutes(app, deps) {
    app.route({
      method: 'POST',
      url: PATH,
      schema: { hide: true },
      handler: async (request, reply) => {
        const { body, headers } = request;
        if (Array.isArray(body) && body.length > MAX_BATCH)
          throw new Failure('invalid-question', `A batch may have at most ${MAX_BATCH} messages.`);
        const calls = countToolCalls(body);
        if (calls > 1)
          throw new Failure('invalid-question', 'A batch may call one tool. Send the calls one by one.');
        // Only calls count: a client that connects and lists the tools has asked nothing yet.
        if (calls === 1) await app.countAnswer(request);
        if (asksForChanges(body, headers)) return reply.code(404).send(methodNotFound(fieldOf(body, 'id')));
        return (await import('./endpoint.ts')).replyToMcp({ request, reply, deps });
      },
    });
  },
};

/** Codes of JSON-RPC 2.0, 5.1; the last one is for all other errors. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;
const SERVER_ERROR = -32_000;

/** An error in JSON-RPC. The id is omitted if it is not known: MCP's schema allows no `null` there. */
type RpcError = {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly error: { readonly code: number; readonly message: string };
};

/** A problem as an error of JSON-RPC, in reply to a body that may not have been read. */
function toRpcError({ status, message }: Problem, body: unknown): RpcError {
  return rpcError(fieldOf(body, 'id'), { code: codeOf(status, message), message });
}

/** The error for a method that the server does not have. */
function methodNotFound(id: unknown): RpcError {
  return rpcError(id, { code: METHOD_NOT_FOUND, message: 'Method not found' });
}

function rpcError(id: unknown, error: RpcError['error']): RpcError {
  const isId = typeof id === 'string' || typeof id === 'number';
  return { jsonrpc: '2.0', ...(isId && { id }), error };
}

function codeOf(status: number, message: string): number {
  if (status === 400) return message.startsWith(NOT_JSON) ? PARSE_ERROR : INVALID_REQUEST;
  return status === 500 ? INTERNAL_ERROR : SERVER_ERROR;
}

/** The number of tools that a body calls: one message, or a batch of clients of 2025-03-26. */
function countToolCalls(body: unknown): number {
  return [body].flat().filter((message) => fieldOf(message, 'method') === 'tools/call').length;
}

/**
 * True for a request to subscribe to changes. There are none to report: the tools change only with the
 * version, and each such request would occupy a connection forever. This applies only to requests that are
 * otherwise valid: all others get an error that describes their mistake.
 */
function asksForChanges(body: unknown, headers: Readonly<Record<string, unknown>>): boolean {
  const method = fieldOf(body, 'method');
  return method === 'subscriptions/listen' && headers['mcp-method'] === method;
}
