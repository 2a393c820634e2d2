import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { InterfaceDeps } from './call-service.ts';
import type { ErrorBody } from './problems.ts';

/** The server, with zod schemas as the types of its routes. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** A way to use the service, such as the page or the protocol of other software. */
export type Interface<Deps = InterfaceDeps> = {
  /** The name by which a key is allowed to use it; every key may use the page. */
  readonly name: 'rest' | 'site' | 'mcp' | 'openai' | 'ollama' | 'search-apis';
  /** The prefixes of its paths: the longest that matches reports wrong paths and methods. */
  readonly prefixes: readonly string[];
  /** True for an interface that pages of other sites may call, like `/api`; `refuseForeignPages` skips it. */
  readonly isOpenToPages: boolean;
  /** The body of an error on one of its paths; `{ error: message }` if absent. */
  readonly errorBody?: ErrorBody;
  /** Adds its routes in an app of its own. */
  addRoutes(app: App, deps: Deps): void | Promise<void>;
};

/** The options that a route declares for the hooks of all routes. */
declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a request towards the rate limit, if there is one: for a route that must read the body before it
     * knows whether it answers a question. Rejects with a Failure `rate-limited`.
     */
    countAnswer(request: FastifyRequest): Promise<void>;
    /**
     * Counts work beyond the one answer that each answering request counts as. Rejects with a Failure
     * `rate-limited`, and counts nothing, if less is left.
     */
    chargeWork(request: FastifyRequest, units: number): Promise<void>;
    /** The name of the interface whose app this is. */
    interfaceName: Interface['name'];
    /** Aborts when the service ends the answers in progress. */
    stopping: AbortSignal;
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
