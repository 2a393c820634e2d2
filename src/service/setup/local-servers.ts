import { fieldOf } from '@sayso/text/own-value.ts';
import { isLoopback } from '@sayso/text/url.ts';
import { writersIn } from '../../models/provider.ts';
import { OLLAMA_URL } from '../../models/providers/ollama-api.ts';
import { createUpstream } from '../../net/upstream.ts';

const MAX_BYTES = 4_000_000;

/** A reply with any status, and the JSON in it. */
type ProbeReply = { readonly status: number; readonly body: unknown };

/**
 * Sends one request to find out whether a server is there and what it is; null if it does not answer with
 * JSON in time.
 */
export async function probe(
  url: string,
  timeoutMs: number,
  version: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ProbeReply | null> {
  const upstream = createUpstream({ userAgent: `Sayso/${version}` });
  try {
    const call = { url, headers, timeoutMs, maxBytes: MAX_BYTES };
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
const LOCAL_TIMEOUT_MS = 700;

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
  const config = await probe(`${address}/config`, LOCAL_TIMEOUT_MS, version);
  if (Array.isArray(fieldOf(config?.body, 'engines'))) return true;
  const search = await probe(`${address}/search?q=&format=json`, LOCAL_TIMEOUT_MS, version);
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

const DEFAULT_PORT = '11434';
/** Ollama listens there on all addresses; no client can call this one. */
const ALL_ADDRESSES = new Set(['0.0.0.0', '[::]']);

/**
 * The address of Ollama: that of `OLLAMA_HOST` in the forms that Ollama accepts (`host`, `host:port`, `:port`
 * or a URL). Its default on this machine if that is not set, is no address, or is another machine's and
 * nothing may leave this one.
 */
export function ollamaUrl(host = '', offline = false): string {
  const given = host.trim().replace(/^(?=:\d)/, '127.0.0.1');
  const hasScheme = /^https?:\/\//i.test(given);
  const url = URL.parse(hasScheme ? given : `http://${given}`);
  if (given === '' || url === null) return OLLAMA_URL;
  if (ALL_ADDRESSES.has(url.hostname)) url.hostname = '127.0.0.1';
  if (url.port === '' && !hasScheme) url.port = DEFAULT_PORT;
  return offline && !isLoopback(url.hostname) ? OLLAMA_URL : url.href.replace(/\/+$/, '');
}

/** A server with an API like OpenAI's, and the models that it lists. */
export type ModelServer = {
  /** Its base URL, such as `http://127.0.0.1:1234/v1`. */
  readonly url: string;
  readonly models: readonly string[];
};

/** The usual ports of LM Studio, of llama.cpp and LocalAI, of vLLM, and of Jan. */
const MODEL_SERVER_ADDRESSES = [1234, 8080, 8000, 1337].map((port) => `http://127.0.0.1:${port}/v1`);
/** A hosted service may be far away. */
const LIST_TIMEOUT_MS = 5_000;
/** The most models that are offered: some services list hundreds. */
const MAX_LISTED = 30;

/** The servers at these addresses that list models, in their order. */
export async function findModelServers(
  version: string,
  addresses: readonly string[] = MODEL_SERVER_ADDRESSES,
): Promise<readonly ModelServer[]> {
  const found = await Promise.all(
    addresses.map((url) => listModels(url, { version, timeoutMs: LOCAL_TIMEOUT_MS })),
  );
  return found.filter((server) => server !== null);
}

/**
 * The server at an address, with or without `/v1`, and its models that can write; null if it lists none.
 * @param key sent to the server; null if there is none
 */
export async function listModels(
  address: string,
  call: { readonly version: string; readonly key?: string | null; readonly timeoutMs?: number },
): Promise<ModelServer | null> {
  const { version, key = null, timeoutMs = LIST_TIMEOUT_MS } = call;
  const base = address.replace(/(?:\/chat\/completions)?\/*$/, '');
  const headers = key === null ? undefined : { authorization: `Bearer ${key}` };
  for (const url of base.endsWith('/v1') ? [base] : [`${base}/v1`, base]) {
    const reply = await probe(`${url}/models`, timeoutMs, version, headers);
    const models = reply?.status === 200 ? writersIn(reply.body).slice(0, MAX_LISTED) : [];
    if (models.length > 0) return { url, models };
  }
  return null;
}
