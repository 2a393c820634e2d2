import type { Upstream } from '../../net/upstream.ts';
import type { Quota } from '../quota.ts';

/**
 * The same upstream, with every request counted in a quota before it is sent.
 * @throws QuotaUsedUp from `request` if no call is left
 */
export function countedUpstream(upstream: Upstream, quota: Quota): Upstream {
  return {
    ...upstream,
    async request(call, signal) {
      await quota.takeCall();
      return await upstream.request(call, signal);
    },
  };
}
