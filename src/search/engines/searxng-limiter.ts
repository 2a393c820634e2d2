import * as z from 'zod';
import type { Upstream, UpstreamCall } from '../../net/upstream.ts';
import { callJson } from './json-call.ts';

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
