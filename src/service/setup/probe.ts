import { parseBoundedJson } from '../../lib/text/bounded-json.ts';
import { createUpstream } from '../../net/upstream.ts';

/** The list of all engines of a SearXNG is a few hundred kilobytes. */
const MAX_BYTES = 4_000_000;

/** What a server says at an address: the status, and the body as JSON, null if it is not JSON. */
type Probed = { readonly status: number; readonly body: unknown };

/** Asks a server once, to find out whether it is there and what it is; null if it does not answer in time. */
export async function probe(url: string, timeoutMs: number, version: string): Promise<Probed | null> {
  const upstream = createUpstream({ userAgent: `Sayso/${version}` });
  try {
    const call = { url, timeoutMs, maxBytes: MAX_BYTES };
    const { status, text } = await upstream.request(call, new AbortController().signal);
    return { status, body: toJson(text) };
  } catch {
    return null;
  } finally {
    await upstream.close();
  }
}

function toJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return null;
  }
}
