import { FairQueue } from '../../admission/fair-queue.ts';
import { type Caller, unnamedCaller } from '../../core/run.ts';
import type { FallbackKind } from '../../core/source.ts';
import type { Diagnosis } from '../../core/status.ts';
import { createAddressCheck } from '../../net/page-connect.ts';
import type { PageFetchOptions } from '../../net/page-fetch.ts';
import { type FailedCall, Suspension } from '../../net/suspension.ts';
import type { Upstream } from '../../net/upstream.ts';
import { networkRemedy } from '../../net/upstream-error.ts';
import { renderByBrowser } from './browser-render.ts';
import { renderByService } from './hosted-render.ts';
import { createPageResources } from './page-resources.ts';
import type { RenderOrder, RenderOutcome, RenderServer } from './rendering.ts';

/** Renders pages that show their text only in a browser. */
export type PageFallback = {
  readonly kind: FallbackKind;
  /** The longest time for one page, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Renders a page; null if enough pages were rendered for the same question, or if the service is suspended
   * after failures. Rejects only with the signal's reason.
   */
  readonly render: RenderForQuestion;
  /** Renders a page to see whether the service works. Rejects only with the signal's reason. */
  diagnose(signal: AbortSignal): Promise<Diagnosis>;
  close(): Promise<void>;
};

type RenderForQuestion = (order: RenderOrder, signal: AbortSignal) => Promise<RenderOutcome | null>;

/** The service, and the limits for it. */
export type PageFallbackOptions = RenderServer &
  Pick<PageFetchOptions, 'userAgent' | 'allow' | 'resolve' | 'proxy'> & {
    readonly kind: FallbackKind;
    /** The most pages for one question. */
    readonly maxPages: number;
    readonly timeoutMs: number;
    readonly upstream: Pick<Upstream, 'request'>;
    /** For `renderByBrowser`. */
    readonly patienceMs?: number;
    /** Called when the service is suspended after failures. */
    onSuspend(cause: string): void;
  };

/** A browser takes about 100 MB for a page. */
const MAX_AT_ONCE = 4;
/** Scripts of the largest applications have this size; they are larger than any page. */
const MAX_RESOURCE_BYTES = 8_000_000;
/** A page that all services can render (https://www.iana.org/help/example-domains). */
const EXAMPLE = 'https://example.com/';

/** Creates the client of the service. Nothing is sent before the first page. */
export function createPageFallback(options: PageFallbackOptions): PageFallback {
  const { kind, timeoutMs, maxPages } = options;
  const resources = createPageResources({
    ...options,
    mediaTypes: 'any',
    maxBytes: MAX_RESOURCE_BYTES,
    timeoutMs,
  });
  const render = createRender(options, resources);
  const turns = new FairQueue({ width: MAX_AT_ONCE });
  const suspension = new Suspension<FailedCall & { readonly cause: string }>(() => performance.now());
  suspension.onOpen(() => options.onSuspend(suspension.openedBy?.cause ?? ''));
  const rendered = new WeakMap<Caller, number>();
  return {
    kind,
    timeoutMs,
    async render(order, signal) {
      const { caller = unnamedCaller() } = order;
      const count = (rendered.get(caller) ?? 0) + 1;
      if (count > maxPages || !suspension.isCallable) return null;
      rendered.set(caller, count);
      const endTurn = await turns.take(caller, signal);
      return suspension.run(() => render(order, signal)).finally(endTurn);
    },
    async diagnose(signal) {
      const outcome = await render({ url: EXAMPLE, fetched: null, timeoutMs }, signal);
      return toDiagnosis(kind, outcome);
    },
    close: resources.close,
  };
}

function createRender(
  options: PageFallbackOptions,
  resources: ReturnType<typeof createPageResources>,
): (order: RenderOrder, signal: AbortSignal) => Promise<RenderOutcome> {
  const { kind } = options;
  if (kind === 'cdp') return (...order) => renderByBrowser({ ...options, resources }, ...order);
  const service = { ...options, kind, checkAddress: createAddressCheck(options.resolve) };
  return (...order) => renderByService(service, ...order);
}

function toDiagnosis(kind: FallbackKind, outcome: RenderOutcome): Diagnosis {
  const name = `pages that need a browser (${kind})`;
  if (outcome.status === 'ok') return { name, ok: true, cause: `it rendered ${EXAMPLE}`, remedy: '' };
  const { reason, cause } = outcome;
  const check = 'check READ_FALLBACK_URL and its token';
  const isPage = reason === 'bad-parameter' || reason === 'timeout';
  const ofService = reason === 'network' ? networkRemedy(cause, 'READ_FALLBACK_URL') : check;
  const remedy = isPage ? `see whether this machine reaches ${EXAMPLE}; if it does, ${check}` : ofService;
  return { name, ok: false, cause, remedy };
}
