import fastifyRateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { CountShared } from '../../core/house.ts';
import { createCountWindows } from './count-windows.ts';
import type { KeyGuard } from './guards.ts';
import type { App, CountAnswer } from './protocol.ts';

/** A home or a server has a whole /64, so counting single addresses would not limit it (RFC 6177). */
const IPV6_SUBNET = 64;

/** The client that an IP address belongs to: the address itself, or the subnet of an IPv6 address. */
export function clientOf(address: string): string {
  return normalizeIP(address, IPV6_SUBNET);
}

/** How many answers a caller may ask for. */
export type RateLimit = {
  readonly count: number;
  readonly perMs: number;
  /** Null for a single instance. */
  readonly countShared: CountShared | null;
};

/**
 * Limits the answering routes to `count` requests in `perMs` per client address, or per key if there is a
 * guard, with one bucket for all routes. Replies have the `RateLimit` and `RateLimit-Policy` fields of the
 * IETF draft and the older `RateLimit-*` ones. If instances share their counts, a client has one bucket for
 * all of them. Returns a function that counts a request, at most once; routes that learn only later whether
 * they answer a question call it then.
 */
export async function limitRate(
  app: App,
  { count, perMs, countShared }: RateLimit,
  guard: KeyGuard | null,
): Promise<CountAnswer> {
  const from = guard === null ? 'from this address' : 'with this key';
  await app.register(fastifyRateLimit, {
    global: false,
    max: count,
    timeWindow: perMs,
    store: createRateStore(countShared),
    enableDraftSpec: true,
    ipv6Subnet: IPV6_SUBNET,
    // Requests without a valid key have been refused before.
    ...(guard !== null && {
      keyGenerator: (request: FastifyRequest) => `key:${guard.nameOf(request) ?? ''}`,
    }),
    errorResponseBuilder: (_request, { ttl }) => tooMany({ count, perMs }, { from, waitMs: ttl }),
  });
  // A handler without its own options uses the plug-in's shared store. `config.rateLimit` would give each
  // route a store of its own.
  const limit = app.rateLimit();
  app.addHook('onRoute', (route) => {
    if (route.config?.answers === true) route.onRequest = [...[route.onRequest ?? []].flat(), limit];
  });
  app.addHook('onSend', async (_request, reply) => {
    const remaining = reply.getHeader('ratelimit-remaining');
    if (remaining === undefined) return;
    reply.header('ratelimit', `"answers";r=${remaining};t=${reply.getHeader('ratelimit-reset')}`);
    reply.header('ratelimit-policy', `"answers";q=${count};w=${perMs / 1000}`);
  });
  return async (request, reply) => {
    await limit.call(app, request, reply);
  };
}

/** The rate limit for questions that do not come over HTTP: counts one question of an address, or rejects. */
export function limitAddresses({ count, perMs, countShared }: RateLimit): (address: string) => Promise<void> {
  const store = new (createRateStore(countShared))({ global: true });
  return (address) =>
    new Promise((resolve, reject) => {
      const tell: Parameters<FastifyRateLimitStore['incr']>[1] = (error, counted) => {
        if (error !== null || (counted?.current ?? 0) <= count) return resolve();
        reject(tooMany({ count, perMs }, { from: 'from this address', waitMs: counted?.ttl ?? perMs }));
      };
      store.incr(clientOf(address), tell, perMs, count);
    });
}

function tooMany(
  { count, perMs }: Pick<RateLimit, 'count' | 'perMs'>,
  { from, waitMs }: { readonly from: string; readonly waitMs: number },
): Failure {
  const message = `Too many questions ${from}: ${count} are allowed in ${perMs / 1000} seconds.`;
  return new Failure('rate-limited', message, { retryAfterMs: waitMs });
}

/**
 * A rate-limit store that counts together with the other instances, if there are any; while they cannot be
 * reached, it counts alone.
 */
function createRateStore(countShared: CountShared | null): FastifyRateLimitStoreCtor {
  return class RateStore implements FastifyRateLimitStore {
    readonly #countAlone = createCountWindows();

    incr(...[key, tell, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
      if (countShared === null) return void tell(null, this.#countAlone(key, windowMs));
      countShared(key, windowMs).then((counted) => {
        if (counted === null) tell(null, this.#countAlone(key, windowMs));
        else tell(null, { current: counted.count, ttl: Math.max(0, counted.leftMs) });
      }, tell);
    }

    /** All routes share one bucket, so no route has a store of its own. */
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
