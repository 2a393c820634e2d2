import { toPublicUrl } from '@sayso/text/url.ts';
import type { Upstream } from '../net/upstream.ts';
import { UpstreamError } from '../net/upstream-error.ts';

const TIMEOUT_MS = 2000;
const MAX_BYTES = 1_000_000;

/** Why a host cannot be reached, in words; null if it replies, with any status and of any length. */
async function whyUnreachable(upstream: Upstream, url: string, signal: AbortSignal): Promise<string | null> {
  try {
    await upstream.request({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }, signal);
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.reason === 'too-large' ? null : error.message;
  }
}

/**
 * Calls `report` with a sentence for each host that does not reply. `hosts` are URLs by the name of their
 * setting; null and `file:` URLs are passed over, and so are hosts that had not replied when `signal`
 * aborted. Never rejects.
 */
export async function reportUnreachable(
  hosts: Readonly<Record<string, string | null>>,
  { upstream, signal }: { readonly upstream: Upstream; readonly signal: AbortSignal },
  report: (sentence: string) => void,
): Promise<void> {
  await Promise.all(
    Object.entries(hosts).map(async ([name, url]) => {
      if (url === null || !/^https?:/.test(url)) return;
      const cause = await whyUnreachable(upstream, url, signal).catch(() => null);
      if (cause !== null) report(`${name}: ${toPublicUrl(url)} cannot be reached: ${cause}`);
    }),
  );
}
