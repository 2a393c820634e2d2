import { Failure } from '../../core/failure.ts';
import { fieldOf } from '../../lib/text/own.ts';
import { onFirstUse } from '../http/interface-deps.ts';
import type { Protocol } from '../http/protocol.ts';
import type { McpDeps } from './endpoint.ts';
import { asksForChanges, countToolCalls, methodNotFound, toRpcError } from './message.ts';

/** The path of MCP's Streamable HTTP. */
const PATH = '/mcp';
/** The maximum number of messages in a batch, which only clients of 2025-03-26 send. */
const MAX_BATCH = 10;

/**
 * The interface for MCP clients (Model Context Protocol, 2025-03-26 to 2026-07-28): `POST /mcp`. The official
 * package behind it is loaded by the first request.
 */
export function createMcp(deps: McpDeps): Protocol {
  const endpoint = onFirstUse(async () => (await import('./endpoint.ts')).createEndpoint(deps));
  return {
    prefixes: [PATH],
    isOpenToPages: false,
    sendProblem: (problem, request, reply) => reply.send(toRpcError(problem, request.body)),
    addRoutes(app, stopping) {
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
          if (calls === 1) await app.countAnswer(request, reply);
          if (asksForChanges(body, headers)) return reply.code(404).send(methodNotFound(fieldOf(body, 'id')));
          return (await endpoint())({ request, reply, stopping });
        },
      });
    },
  };
}
