import * as z from 'zod';
import type { Clock } from '../../net/suspension.ts';
import type { Upstream, UpstreamCall } from '../../net/upstream.ts';
import { callJson, type Remedies } from './json-call.ts';

/** A public instance always has `link_token` on. */
const CONFIG = z.object({
  limiter: z.object({
    enabled: z.literal(true),
    'botdetection.ip_limit.link_token': z.boolean().optional(),
  }),
  public_instance: z.boolean().optional(),
});
/** The limiter refuses this name, without counting the call, unless the address is in `pass_ip`. */
const REFUSED_AGENT = 'unknown';

/**
 * What the limiter of an instance does with searches from this address: `off` lets all pass; `counting`
 * counts them; `link-token` takes programs for bots, and lets each address pass three times in 30 days
 * (`SUSPICIOUS_IP_MAX`).
 */
export type LimiterState = 'off' | 'counting' | 'link-token';

/**
 * The limiter as an instance reports it at `/config`, which `call` requests. `off` too if this address is in
 * its `pass_ip`, if the call fails, and for searx, which does not report it. No call is counted by the
 * limiter. Throws only if `signal` aborts.
 */
export async function limiterOf(
  upstream: Upstream,
  call: UpstreamCall,
  signal: AbortSignal,
): Promise<LimiterState> {
  const reply = await callJson(upstream, call, { remedies: {}, signal });
  const config = reply.status === 'json' ? CONFIG.safeParse(reply.body) : null;
  if (config?.success !== true) return 'off';
  const refused = { ...call, headers: { ...call.headers, 'user-agent': REFUSED_AGENT } };
  const passed = await callJson(upstream, refused, { remedies: {}, signal });
  if (passed.status === 'json') return 'off';
  const { limiter, public_instance } = config.data;
  return limiter['botdetection.ip_limit.link_token'] || public_instance ? 'link-token' : 'counting';
}

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
