import type { Clock } from '../../net/suspension.ts';
import type { Remedies } from './json-call.ts';

const HOUR_MS = 3_600_000;
/** The limiter's short window for pages: 15 requests in 20 s (`searx/botdetection/ip_limit.py`). */
const BURST_WINDOW_MS = 20_000;
/** Its long window for pages: 150 requests in 10 minutes (`LONG_WINDOW`). */
const LONG_WINDOW_MS = 600_000;

const PASS = 'add this address to pass_ip in its limiter.toml';
const REFUSES = 'its limiter refuses Sayso (429)';
const STOP_REFUSING = `${PASS}, or set server.limiter to false`;
const LINK_TOKEN = {
  home: [
    'configuration',
    'its limiter takes Sayso for a bot and redirects to its start page',
    `${PASS}, or set link_token to false there`,
  ],
} as const satisfies Remedies;

/**
 * What a refusal of a JSON call by SearXNG's limiter means. The limiter allows each address 4 such calls an
 * hour.
 */
export const JSON_LIMITS: Remedies = {
  ...LINK_TOKEN,
  429: ['rate', REFUSES, STOP_REFUSING, (body) => (isLimiter(body) ? HOUR_MS : undefined)],
};

/** Counts the limiter's refusals of result pages. */
export type PageRefusals = {
  readonly remedies: Remedies;
  /** Must be called for every reply that is not a refusal. */
  recordPass(): void;
};

/**
 * The limiter does not say which of its two windows for pages is exceeded. The first refusal is attributed to
 * the short window; each refusal after the wait doubles the wait, up to the long window.
 */
export function createPageLimits(now: Clock): PageRefusals {
  let waitMs = 0;
  let waitEndsAtMs = Number.NEGATIVE_INFINITY;
  function nextWaitMs(): number {
    // Calls that were in progress at the first refusal must not lengthen the wait.
    if (now() < waitEndsAtMs) return waitEndsAtMs - now();
    waitMs = Math.min(LONG_WINDOW_MS, Math.max(BURST_WINDOW_MS, waitMs * 2));
    waitEndsAtMs = now() + waitMs;
    return waitMs;
  }
  return {
    remedies: {
      ...LINK_TOKEN,
      429: ['rate', REFUSES, STOP_REFUSING, (body) => (isLimiter(body) ? nextWaitMs() : undefined)],
    },
    recordPass() {
      waitMs = 0;
      waitEndsAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * SearXNG's own limiter sends only this text, without Retry-After. A proxy's reply has more text than this.
 */
function isLimiter(body: string): boolean {
  return body.trim() === 'Too Many Requests';
}
