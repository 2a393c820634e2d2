import { startDeadline } from '../../../core/deadline.ts';
import type { ModelProvider, ProviderOptions } from '../provider.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';

const URL = 'http://localhost:11434';
/** The largest models take minutes to come off a slow disk. */
const LOAD_TIMEOUT_MS = 300_000;

/**
 * Ollama, by its OpenAI-compatible path; the base URL with or without `/v1`. Without a name the first model it lists,
 * which is the last one installed. Warming up also loads the model, or the first question would wait for that.
 */
export function createOllama(options: ProviderOptions): ModelProvider {
  const root = (options.baseUrl ?? URL).replace(/\/+$/, '').replace(/\/v1$/, '');
  const provider = createOpenAiCompatible({ ...options, baseUrl: `${root}/v1` });
  return {
    ...provider,
    async warmUp() {
      await provider.warmUp();
      await loadModel(root, provider.name(), options).catch(() => undefined);
    },
  };
}

/** A request with a name and no prompt loads the model and answers when that is done (Ollama's API documentation). */
async function loadModel(root: string, model: string, options: ProviderOptions): Promise<void> {
  using deadline = startDeadline(LOAD_TIMEOUT_MS, new AbortController().signal);
  const authorization = options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` };
  const response = await options.fetch(`${root}/api/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': options.userAgent, ...authorization },
    body: JSON.stringify({ model }),
    signal: deadline.signal,
  });
  await response.body?.cancel();
}
