import { fieldOf } from '../../lib/text/own-value.ts';
import { probe } from './probe.ts';

/** The ports of SearXNG's container and of a SearXNG without one. */
const USUAL_ADDRESSES = ['http://127.0.0.1:8080', 'http://127.0.0.1:8888'] as const;
/** A server on the same machine answers at once. */
const TIMEOUT_MS = 700;

/**
 * The address of the first SearXNG or searx that answers; null if there is none. It is asked for its
 * configuration and for a search without words, so that no engine is asked anything.
 */
export async function findSearxng(
  version: string,
  addresses: readonly string[] = USUAL_ADDRESSES,
): Promise<string | null> {
  const found = await Promise.all(addresses.map((address) => isSearxng(address, version)));
  return addresses.find((_, at) => found[at]) ?? null;
}

async function isSearxng(address: string, version: string): Promise<boolean> {
  const config = await probe(`${address}/config`, TIMEOUT_MS, version);
  if (Array.isArray(fieldOf(config?.body, 'engines'))) return true;
  const search = await probe(`${address}/search?q=&format=json`, TIMEOUT_MS, version);
  return Array.isArray(fieldOf(search?.body, 'results')) || fieldOf(search?.body, 'error') === 'No query';
}
