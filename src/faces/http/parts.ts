import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Documents } from '../../core/documents.ts';
import type { Answerer } from '../../core/events.ts';
import type { Forms } from '../../core/forms.ts';
import type { House } from '../../core/house.ts';
import type { MetricsText } from '../../core/metrics-text.ts';
import type { WatchRequest } from '../../core/request-watch.ts';
import type { FindSiteIcon } from '../../core/site-icon.ts';
import type { Readiness, Status } from '../../core/status.ts';
import type { CountShared } from './rate-store.ts';

/** The number of sources of an answer unless the caller asks for another. */
export const DEFAULT_SOURCES = 5;

/** The server, with zod schemas as the types of its routes. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What the HTTP face is built from. */
export type HttpParts = {
  readonly answer: Answerer;
  /** Makes, for one answer, the events that callers may ask for in addition. */
  readonly derived: House['derived'];
  /** Writes whole answers in the forms other than JSON. */
  readonly forms: Forms;
  readonly metrics: MetricsText;
  /** Called for every request. */
  readonly watchRequest: WatchRequest;
  status(): Status;
  readiness(): Readiness;
  readonly log: FastifyBaseLogger;
  /** Finds the icons of sources' sites; null if they are switched off. */
  readonly siteIcon: FindSiteIcon | null;
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** Questions that the page shows instead of its own examples; empty to keep those of the page. */
  readonly examples: readonly string[];
  /** The longest time an answer of `/api/ask` may take, in milliseconds. */
  readonly answerDeadlineMs: number;
  /** The same for `/api/v1/query`. */
  readonly queryDeadlineMs: number;
  readonly maxQueryChars: number;
  readonly maxBodyBytes: number;
  /** Answers per client address; null for no limit. */
  readonly rateLimit: { readonly count: number; readonly perMs: number } | null;
  /**
   * Counts in a window that several instances share; its result is null if they cannot be reached. Null for a
   * single instance.
   */
  readonly countShared: CountShared | null;
  /** The keys of callers; empty for a service without keys. */
  readonly apiKeys: readonly string[];
  /** The documents that the service itself serves. */
  readonly documents: readonly Documents[];
  /** The public address of the service; null to use the address of each request. */
  readonly publicUrl: string | null;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
};

/** The same, with the answerer of one request, whose documents have addresses that its caller can open. */
export type AnsweringParts = HttpParts & { readonly answererFor: (request: FastifyRequest) => Answerer };

/** What a route declares for the hooks of all routes. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that needs no key although keys are configured. */
    open?: boolean;
    /** The fields of this route's 502 in addition to `error`. */
    emptyAnswer?: Readonly<Record<string, unknown>>;
  }
}
