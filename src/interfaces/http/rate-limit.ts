import fastifyRateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { Charge, CountShared } from '../../core/service.ts';
import { createCountWindows } from './count-windows.ts';
import type { KeyGuard } from './guards.ts';
import type { App, ChargeWork, CountAnswer } from './protocol.ts';

/** A home or a server has a whole /64, so counting single addresses would not limit it (RFC 6177). */
const IPV6_SUBNET = 64;

/** The client that an IP address belongs to: the address itself, or the subnet of an IPv6 address. */
export function clientOf(address: string): string {
  return normalizeIP(address, IPV6_SUBNET);
}

/** How much work a caller may ask for: an answer, a search and a page count as one each. */
export type RateLimit = {
  readonly count: number;
  readonly perMs: number;
  /** Null for a single instance. */
  readonly countShared: CountShared | null;
};

/** The functions that count requests, for routes and for the work that requests cause. */
export type RateLimiter = { readonly countAnswer: CountAnswer; readonly chargeWork: ChargeWork };

/**
 * Limits the answering routes to `count` units of work in `perMs` per client address, or per key if there is
 * a guard, with one bucket for all routes. Replies have the `RateLimit` and `RateLimit-Policy` fields of the
 * IETF draft and the older `RateLimit-*` ones. If instances share their counts, a client has one bucket for
 * all of them. Each request counts as one when it arrives; routes that learn only later whether they answer a
 * question call `countAnswer` then, which counts a request at most once.
 */
export async function limitRate(app: App, limit: RateLimit, guard: KeyGuard | null): Promise<RateLimiter> {
  const { count: most, perMs } = limit;
  const from = guard === null ? 'from this address' : 'with this key';
  const callerOf = (request: FastifyRequest) =>
    guard === null ? clientOf(request.ip) : `key:${guard.nameOf(request) ?? ''}`;
  const counter = createCounter(limit);
  await app.register(fastifyRateLimit, {
    global: false,
    max: most,
    timeWindow: perMs,
    store: storeOf(counter),
    enableDraftSpec: true,
    // Requests without a valid key have been refused before.
    keyGenerator: callerOf,
    errorResponseBuilder: (_request, { ttl }) => tooMany({ most, perMs }, { from, waitMs: ttl, units: 1 }),
  });
  // A handler without its own options uses the plug-in's shared store. `config.rateLimit` would give each
  // route a store of its own.
  const arriving = app.rateLimit();
  app.addHook('onRoute', (route) => {
    if (route.config?.answers === true) route.onRequest = [...[route.onRequest ?? []].flat(), arriving];
  });
  const leftAfter = new WeakMap<FastifyRequest, number>();
  app.addHook('onSend', sendLimit({ most, perMs, leftAfter }));
  return {
    countAnswer: async (request, reply) => void (await arriving.call(app, request, reply)),
    async chargeWork(request, units) {
      const { current, ttl } = await counter(callerOf(request), { units, most });
      const isRefused = current > most;
      leftAfter.set(request, Math.max(0, most - current + (isRefused ? units : 0)));
      // The request itself has already been counted as one.
      if (isRefused) throw tooMany({ most, perMs }, { from, waitMs: ttl, units: units + 1 });
    },
  };
}

/** `leftAfter` has what is left for the callers of requests that counted as more than one. */
function sendLimit({ most, perMs, leftAfter }: LimitHeaders) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const left = leftAfter.get(request);
    if (left !== undefined) reply.header('ratelimit-remaining', left);
    const remaining = reply.getHeader('ratelimit-remaining');
    if (remaining === undefined) return;
    reply.header('ratelimit', `"answers";r=${remaining};t=${reply.getHeader('ratelimit-reset')}`);
    reply.header('ratelimit-policy', `"answers";q=${most};w=${perMs / 1000}`);
  };
}

type LimitHeaders = {
  readonly most: number;
  readonly perMs: number;
  readonly leftAfter: WeakMap<FastifyRequest, number>;
};

/** The rate limit for questions that do not come over HTTP: counts one question of an address, or rejects. */
export function limitAddresses(limit: RateLimit): (address: string) => Promise<void> {
  const { count: most, perMs } = limit;
  const counter = createCounter(limit);
  return async (address) => {
    // What fails to be counted is answered.
    const counted = await counter(clientOf(address), { units: 1, most }).catch(() => null);
    if (counted !== null && counted.current > most)
      throw tooMany({ most, perMs }, { from: 'from this address', waitMs: counted.ttl, units: 1 });
  };
}

function tooMany(
  { most, perMs }: { readonly most: number; readonly perMs: number },
  { from, waitMs, units }: { readonly from: string; readonly waitMs: number; readonly units: number },
): Failure {
  const allowed = `Too many questions ${from}: ${most} are allowed in ${perMs / 1000} seconds`;
  const work = units === 1 ? '' : `, and this request counts as ${units}`;
  const advice = units > most ? '. Ask for less in one request' : '';
  return new Failure('rate-limited', `${allowed}${work}${advice}.`, { retryAfterMs: waitMs });
}

type Counter = (key: string, charge: Charge) => Promise<{ readonly current: number; readonly ttl: number }>;

/** Counts together with the other instances, if there are any; while they cannot be reached, alone. */
function createCounter({ perMs, countShared }: RateLimit): Counter {
  const countAlone = createCountWindows();
  return async (key, charge) => {
    const counted = countShared && (await countShared(key, perMs, charge));
    if (counted === null) return countAlone(key, perMs, charge);
    // There is no window yet if nothing was counted, because the work alone exceeds the limit.
    return { current: counted.count, ttl: counted.leftMs < 0 ? perMs : counted.leftMs };
  };
}

/** The counter as a store of the plug-in. */
function storeOf(counter: Counter): FastifyRateLimitStoreCtor {
  return class RateStore implements FastifyRateLimitStore {
    incr(...[key, report, , most]: Parameters<FastifyRateLimitStore['incr']>): void {
      counter(key, { units: 1, most: most ?? Number.MAX_SAFE_INTEGER }).then(
        (counted) => report(null, counted),
        (error) => report(error),
      );
    }

    /** All routes share one bucket, so no route has a store of its own. */
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
