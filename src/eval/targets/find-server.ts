import { Failure } from '../../core/failure.ts';
import { fieldOf } from '../../lib/text/own.ts';
import { fetchJson } from '../../models/fetch-json.ts';
import type { PlainFetch } from '../../net/plain-fetch.ts';

/** The interface of a server: Sayso's own, or that of a model; `url` is what its paths follow. */
export type FoundServer = { readonly kind: 'sayso' | 'openai'; readonly url: string };

/**
 * Finds out which interface a server has. An address that ends in `/v1` is taken as it is; otherwise Sayso is
 * recognised by `/api/health`, and everything else is expected to have OpenAI's chat completions below `/v1`.
 * @throws Failure for an address that is none, or that cannot be reached
 */
export async function findServer(
  address: string,
  { fetch, headers }: { readonly fetch: PlainFetch; readonly headers: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<FoundServer> {
  const url = address.replace(/\/+$/, '');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Failure('invalid-question', `--server: ${address} is not the address of a server.`);
  if (/\/v1$/.test(url)) return { kind: 'openai', url };
  try {
    const { body } = await fetchJson(fetch, `${url}/api/health`, { headers }, signal);
    const isSayso = typeof fieldOf(body, 'llm_configured') === 'boolean';
    return isSayso ? { kind: 'sayso', url } : { kind: 'openai', url: `${url}/v1` };
  } catch (error) {
    if (signal.aborted) throw error;
    const message = `--server: ${address} cannot be reached.`;
    throw new Failure('model-unavailable', message, { cause: error });
  }
}
