import { fieldOf } from '../../lib/text/own-value.ts';
import { createUpstream, type Upstream } from '../../net/upstream.ts';

/** The ports of SearXNG's container and of a SearXNG without one. */
const USUAL_ADDRESSES = ['http://127.0.0.1:8080', 'http://127.0.0.1:8888'] as const;
/** A server on the same machine answers at once. */
const TIMEOUT_MS = 700;
/** The list of all engines is a few hundred kilobytes. */
const MAX_BYTES = 4_000_000;

/**
 * The address of the first SearXNG or searx that answers; null if there is none. It is asked for its
 * configuration and for a search without words, so that no engine is asked anything.
 */
export async function findSearxng(
  version: string,
  addresses: readonly string[] = USUAL_ADDRESSES,
): Promise<string | null> {
  const upstream = createUpstream({ userAgent: `Sayso/${version}` });
  try {
    const found = await Promise.all(addresses.map((address) => isSearxng(upstream, address)));
    return addresses.find((_, at) => found[at]) ?? null;
  } finally {
    await upstream.close();
  }
}

async function isSearxng(upstream: Upstream, address: string): Promise<boolean> {
  const config = await fetchBody(upstream, `${address}/config`);
  if (Array.isArray(fieldOf(config, 'engines'))) return true;
  const search = await fetchBody(upstream, `${address}/search?q=&format=json`);
  return Array.isArray(fieldOf(search, 'results')) || fieldOf(search, 'error') === 'No query';
}

/** The JSON of a reply with any status; null if there is none. */
async function fetchBody(upstream: Upstream, url: string): Promise<unknown> {
  try {
    const call = { url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    const { text } = await upstream.request(call, new AbortController().signal);
    return JSON.parse(text);
  } catch {
    return null;
  }
}
