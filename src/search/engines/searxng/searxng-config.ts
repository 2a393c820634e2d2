import * as z from 'zod';
import type { Upstream, UpstreamCall } from '../../../net/upstream.ts';
import { callJson } from '../json-call.ts';

const CONFIG = z.object({ limiter: z.object({ enabled: z.literal(true) }) });

/**
 * True if a SearXNG reports at `/config` that its limiter is on. False for searx, which does not report it,
 * and if the call fails. Throws only if `signal` aborts.
 */
export async function hasLimiter(
  upstream: Upstream,
  call: UpstreamCall,
  signal: AbortSignal,
): Promise<boolean> {
  const reply = await callJson(upstream, call, {}, signal);
  return reply.status === 'json' && CONFIG.safeParse(reply.body).success;
}
