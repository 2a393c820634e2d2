import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Answerer } from '../../answer/events.ts';
import type { Documents } from '../../core/documents.ts';
import type { Forms } from '../../core/forms.ts';
import type { MetricsText } from '../../core/metrics-text.ts';
import type { WatchRequest } from '../../core/request-watch.ts';
import type { FindSiteIcon } from '../../core/site-icon.ts';
import type { Readiness, Status } from '../../core/status.ts';
import type { CountShared } from './rate-store.ts';

/** The server, with zod schemas as the types of its routes. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What the HTTP face is made of. */
export type HttpParts = {
  readonly answer: Answerer;
  /** What makes an answerer also tell the events that are derived from the others. */
  readonly derived: Readonly<
    Record<'answer-block' | 'sentence' | 'support', (answerer: Answerer) => Answerer>
  >;
  /** What writes whole answers in the forms beside JSON. */
  readonly forms: Forms;
  readonly metrics: MetricsText;
  /** Told of every request. */
  readonly watchRequest: WatchRequest;
  status(): Status;
  readiness(): Readiness;
  readonly log: FastifyBaseLogger;
  /** Finds the icons of sources' sites; null where they are switched off. */
  readonly siteIcon: FindSiteIcon | null;
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** Questions that the page shows instead of its own examples; none for those of the page. */
  readonly examples: readonly string[];
  /** Longest an answer of `/api/ask` may take, in milliseconds. */
  readonly answerDeadlineMs: number;
  /** The same for `/api/v1/query`. */
  readonly queryDeadlineMs: number;
  readonly maxQueryChars: number;
  readonly maxBodyBytes: number;
  /** Answers per client address; null for no limit. */
  readonly rateLimit: { readonly count: number; readonly perMs: number } | null;
  /**
   * Counts in a window that several instances share, or null where they cannot be reached; null altogether for one instance.
   */
  readonly countShared: CountShared | null;
  /** Keys that let a caller in; none for a service without keys. */
  readonly apiKeys: readonly string[];
  /** The documents that the service itself shows. */
  readonly documents: readonly Documents[];
  /** Where callers find the service; null for what their requests say. */
  readonly publicUrl: string | null;
  /** Addresses of proxies whose `X-Forwarded-For` counts. */
  readonly trustProxy: readonly string[];
};

/** The same, with what answers one request: its documents have addresses that its caller can open. */
export type AnsweringParts = HttpParts & { readonly answererFor: (request: FastifyRequest) => Answerer };

/** What a route tells about itself, for the hooks that look after all routes. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that anybody may use although keys are configured. */
    open?: boolean;
    /** What a 502 of this route holds beside `error`. */
    emptyAnswer?: Readonly<Record<string, unknown>>;
  }
}
