import type { Upstream } from './upstream.ts';
import { UpstreamError } from './upstream-error.ts';

const TIMEOUT_MS = 2000;
const MAX_BYTES = 1_000_000;

/** Why a host cannot be reached, in words; null if it replies at all, with any status. */
export async function whyUnreachable(
  upstream: Upstream,
  url: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    await upstream.request({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }, signal);
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.reason === 'too-large' ? null : error.message;
  }
}
