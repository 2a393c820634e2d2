import type { Clock } from './breaker.ts';
import type { Remedies } from './json-call.ts';

const HOUR_MS = 3_600_000;
/** Its shorter window for pages: 15 requests in 20 s (`searx/botdetection/ip_limit.py`, `BURST_WINDOW`). */
const BURST_WINDOW_MS = 20_000;
/** Its longer window for pages: 150 requests in 10 minutes (`LONG_WINDOW`). */
const LONG_WINDOW_MS = 600_000;

const PASS = 'add this address to pass_ip in its limiter.toml';
const REFUSES: string = `its limiter refuses us (429): ${PASS}, or set server.limiter to false`;
const LINK_TOKEN = {
  home: [
    'configuration',
    `its limiter takes us for a bot and redirects us to its start page: ${PASS}, or set link_token to false there`,
  ],
} as const satisfies Remedies;

/** What refusals of SearXNG's limiter mean for calls for JSON. It allows an address 4 of them an hour. */
export const JSON_LIMITS: Remedies = {
  ...LINK_TOKEN,
  429: ['rate', REFUSES, (body) => (isLimiter(body) ? HOUR_MS : undefined)],
};

/** What the limiter says about calls for result pages, with a memory of how often it refused them. */
export type PageLimits = {
  readonly remedies: Remedies;
  /** To be called for every reply that is not a refusal. */
  passed(): void;
};

/**
 * The limiter does not say which of its two windows for pages is full. The first refusal counts as the shorter window; each
 * further refusal after the wait doubles the wait, up to the longer window.
 */
export function createPageLimits(now: Clock): PageLimits {
  let waitMs = 0;
  let waitEndsAtMs = Number.NEGATIVE_INFINITY;
  function nextWaitMs(): number {
    // Calls that were under way at the first refusal must not lengthen the wait.
    if (now() < waitEndsAtMs) return waitEndsAtMs - now();
    waitMs = Math.min(LONG_WINDOW_MS, Math.max(BURST_WINDOW_MS, waitMs * 2));
    waitEndsAtMs = now() + waitMs;
    return waitMs;
  }
  return {
    remedies: {
      ...LINK_TOKEN,
      429: ['rate', REFUSES, (body) => (isLimiter(body) ? nextWaitMs() : undefined)],
    },
    passed() {
      waitMs = 0;
      waitEndsAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}

/** SearXNG's own limiter says just this, without Retry-After. A proxy in front of it says more. */
function isLimiter(body: string): boolean {
  return body.trim() === 'Too Many Requests';
}
