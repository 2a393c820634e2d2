import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { SendProblem } from './problems.ts';

/** The server, with zod schemas as the types of its routes. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** One of the protocols that the service speaks. */
export type Protocol = {
  /** The name by which a key is allowed to use it; that of the page is no interface of its own. */
  readonly name: 'rest' | 'site' | 'mcp' | 'openai' | 'ollama' | 'search-apis';
  /** The prefixes of its paths: the longest that matches reports wrong paths and methods. */
  readonly prefixes: readonly string[];
  /** True for a protocol that pages of other sites may call, like `/api`; `refuseForeignPages` skips it. */
  readonly isOpenToPages: boolean;
  /** Sends an error that occurred on one of its paths. */
  readonly sendProblem: SendProblem;
  /** Adds its routes in an app of its own. `stopping` aborts when the service ends answers. */
  addRoutes(app: App, stopping: AbortSignal): void | Promise<void>;
};

/**
 * Counts a request towards the rate limit; does nothing if there is none.
 * @throws Failure `rate-limited`
 */
export type CountAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Counts more units of work of a request towards the rate limit; does nothing if there is none.
 * @throws Failure `rate-limited`, and counts nothing, if fewer are left
 */
export type ChargeWork = (request: FastifyRequest, units: number) => Promise<void>;

/** The options that a route declares for the hooks of all routes. */
declare module 'fastify' {
  interface FastifyInstance {
    /** For a route that must read the body before it knows whether it answers a question. */
    countAnswer: CountAnswer;
    /** The name of the protocol whose app this is. */
    interfaceName: Protocol['name'];
    /** For work beyond the one answer that each answering request counts as. */
    chargeWork: ChargeWork;
  }
  interface FastifyContextConfig {
    /** True for a route that needs no key although keys are configured. */
    open?: boolean;
    /** True for a route that answers questions: it counts towards the rate limit. */
    answers?: boolean;
    /** Exists for one program only: `Allow` and messages do not name it. */
    unlisted?: boolean;
  }
}
