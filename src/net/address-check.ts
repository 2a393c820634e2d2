import { isIP } from 'node:net';
import { untilAborted } from '../core/deadline.ts';
import { createPagePolicy, NOT_PUBLIC } from './page-policy.ts';
import { type Resolve, resolverFor } from './resolve.ts';

/** Why a URL does not lead to public addresses only, in words as `PageProblem` has; null if it does. */
export type CheckAddress = (url: string, signal: AbortSignal) => Promise<string | null>;

const WEB_PORTS = [80, 443];

/**
 * Creates the check of pages that another service is to fetch. It resolves the host again itself, so a host
 * that changes its address in between is not noticed.
 */
export function createAddressCheck(resolve: Resolve = resolverFor([])): CheckAddress {
  const policy = createPagePolicy([], WEB_PORTS);
  return async (text, signal) => {
    if (!URL.canParse(text)) return 'its URL cannot be read';
    const url = new URL(text);
    const whyNot = policy.whyNot(url);
    if (whyNot !== null) return whyNot;
    const host = url.hostname.replace(/[[\]]/g, '');
    const lookingUp = isIP(host) === 0 ? resolve(host, signal) : Promise.resolve([host]);
    const addresses = await untilAborted(
      lookingUp.catch(() => []),
      signal,
    );
    // The policy permits the same addresses at each of the ports.
    const arePublic = addresses.every((address) => policy.permits(host, address, WEB_PORTS[0] ?? 80));
    return addresses.length > 0 && arePublic ? null : NOT_PUBLIC;
  };
}
