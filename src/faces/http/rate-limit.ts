import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import { findKey } from './guards.ts';
import type { App } from './parts.ts';
import { type CountShared, createRateStore } from './rate-store.ts';

/**
 * Limits the answering routes to `count` requests in `perMs` per client address, or per key if there are
 * `keys`, with one bucket for all routes. Replies have the `RateLimit` and `RateLimit-Policy` fields of the
 * IETF draft and the older `RateLimit-*` ones. If instances share their counts, a client has one bucket at
 * all of them.
 */
export async function limitRate(
  app: App,
  { count, perMs }: { readonly count: number; readonly perMs: number },
  countShared: CountShared | null,
  keys: readonly string[],
): Promise<void> {
  const byKey = keys.length > 0;
  await app.register(fastifyRateLimit, {
    global: false,
    max: count,
    timeWindow: perMs,
    ...(countShared !== null && { store: createRateStore(countShared) }),
    enableDraftSpec: true,
    // A home or a server has a whole /64; counting single addresses would not limit them (RFC 6177).
    ipv6Subnet: 64,
    ...(byKey && { keyGenerator: nameByKey(keys) }),
    errorResponseBuilder: (_request, { ttl }) =>
      new Failure(
        'rate-limited',
        `Too many questions ${byKey ? 'with this key' : 'from this address'}: ${count} are allowed in ${perMs / 1000} seconds.`,
        {
          retryAfterMs: ttl,
        },
      ),
  });
  // Without its own options, a handler uses the plug-in's common store; `config.rateLimit` would give each
  // route a store.
  const limit = app.rateLimit();
  app.addHook('onRoute', (route) => {
    if (route.config?.emptyAnswer !== undefined) route.onRequest = [...[route.onRequest ?? []].flat(), limit];
  });
  app.addHook('onSend', async (_request, reply) => {
    const remaining = reply.getHeader('ratelimit-remaining');
    if (remaining === undefined) return;
    reply.header('ratelimit', `"answers";r=${remaining};t=${reply.getHeader('ratelimit-reset')}`);
    reply.header('ratelimit-policy', `"answers";q=${count};w=${perMs / 1000}`);
  });
}

/**
 * Callers with a key are identified by it, wherever they call from; requests without one have been refused
 * before.
 */
function nameByKey(keys: readonly string[]): (request: FastifyRequest) => string {
  const find = findKey(keys);
  return (request) => `key:${find(request) ?? ''}`;
}
