import * as z from 'zod';
import type { Upstream, UpstreamCall } from '../net/upstream.ts';
import { callJson } from './json-call.ts';

const CONFIG = z.object({ limiter: z.object({ enabled: z.literal(true) }) });

/**
 * True where a SearXNG says at `/config` that its limiter is on. False for searx, which says nothing of it, and where the
 * call fails. Throws only when `signal` aborts.
 */
export async function hasLimiter(
  upstream: Upstream,
  call: UpstreamCall,
  signal: AbortSignal,
): Promise<boolean> {
  const reply = await callJson(upstream, call, {}, signal);
  return reply.status === 'json' && CONFIG.safeParse(reply.body).success;
}
