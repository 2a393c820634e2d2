import { fieldOf } from '@sayso/text/own-value.ts';
import { createUpstream } from '../../net/upstream.ts';

const MAX_BYTES = 4_000_000;

/** A reply with any status, and the JSON in it. */
export type ProbeReply = { readonly status: number; readonly body: unknown };

/**
 * Sends one request to find out whether a server is there and what it is; null if it does not answer with
 * JSON in time.
 */
export async function probe(url: string, timeoutMs: number, version: string): Promise<ProbeReply | null> {
  const upstream = createUpstream({ userAgent: `Sayso/${version}` });
  try {
    const call = { url, timeoutMs, maxBytes: MAX_BYTES };
    const { status, text } = await upstream.request(call, new AbortController().signal);
    return { status, body: JSON.parse(text) };
  } catch {
    return null;
  } finally {
    await upstream.close();
  }
}

/** The ports of SearXNG's container and of a SearXNG without one. */
const SEARXNG_ADDRESSES = ['http://127.0.0.1:8080', 'http://127.0.0.1:8888'] as const;
/** A server on the same machine answers at once. */
const SEARXNG_TIMEOUT_MS = 700;

/**
 * The first of the addresses at which a SearXNG or searx answers; null if there is none. It is asked for its
 * configuration and for a search without words, so that no engine is asked anything.
 */
export async function findSearxng(
  version: string,
  addresses: readonly string[] = SEARXNG_ADDRESSES,
): Promise<string | null> {
  const found = await Promise.all(addresses.map((address) => isSearxng(address, version)));
  return addresses.find((_, at) => found[at]) ?? null;
}

async function isSearxng(address: string, version: string): Promise<boolean> {
  const config = await probe(`${address}/config`, SEARXNG_TIMEOUT_MS, version);
  if (Array.isArray(fieldOf(config?.body, 'engines'))) return true;
  const search = await probe(`${address}/search?q=&format=json`, SEARXNG_TIMEOUT_MS, version);
  return Array.isArray(fieldOf(search?.body, 'results')) || fieldOf(search?.body, 'error') === 'No query';
}

/** Ollama on the same machine answers at once; the start of the demo must not wait for it. */
const OLLAMA_TIMEOUT_MS = 500;
/** The most models that are named. */
const MAX_NAMES = 5;
/** What a name may contain, so that it can be printed and typed. */
const NAME = /^[\w.:/-]{1,80}$/;

/**
 * The names of the models that Ollama has, at most five; empty if it does not run.
 * @param url of Ollama
 */
export async function localModels(version: string, url: string): Promise<readonly string[]> {
  const reply = await probe(`${url}/api/tags`, OLLAMA_TIMEOUT_MS, version);
  const models = fieldOf(reply?.body, 'models');
  if (reply?.status !== 200 || !Array.isArray(models)) return [];
  return models
    .map((model) => fieldOf(model, 'name'))
    .filter((name): name is string => typeof name === 'string' && NAME.test(name))
    .slice(0, MAX_NAMES);
}
