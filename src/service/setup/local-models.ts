import { createUpstream } from '../../net/upstream.ts';

/** Ollama on the same machine answers at once; the start of the demo must not wait for it. */
const TIMEOUT_MS = 500;
const MAX_BYTES = 1_000_000;
/** The most models that are named. */
const MAX_NAMES = 5;
/** What a name may contain, so that it can be printed and typed. */
const NAME = /^[\w.:/-]{1,80}$/;

/**
 * The names of the models that Ollama has, at most five; empty if it does not run.
 * @param url of Ollama
 */
export async function localModels(version: string, url: string): Promise<readonly string[]> {
  const upstream = createUpstream({ userAgent: `Sayso/${version}` });
  try {
    const call = { url: `${url}/api/tags`, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    const { status, text } = await upstream.request(call, new AbortController().signal);
    return status === 200 ? namesIn(JSON.parse(text)) : [];
  } catch {
    return [];
  } finally {
    await upstream.close();
  }
}

function namesIn(reply: unknown): string[] {
  const { models } = (reply ?? {}) as { readonly models?: unknown };
  if (!Array.isArray(models)) return [];
  return models
    .flatMap((model: { readonly name?: unknown } | null) => model?.name ?? [])
    .filter((name): name is string => typeof name === 'string' && NAME.test(name))
    .slice(0, MAX_NAMES);
}
