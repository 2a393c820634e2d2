import { fieldOf } from '@sayso/text/own-value.ts';
import { startDeadline } from '../core/deadline.ts';
import { fetchJson, type ModelListing } from './api-call.ts';

/** The length of a long answer. */
export const LONG_ANSWER_TOKENS = 1500;
/** Estimates are for one tokenizer; small models may need up to a quarter more tokens. */
export const TOKENIZER_MARGIN = 1.25;

/** The required size of a model's context window for prompt and answer, in tokens. */
export type WindowNeed = {
  /** The window for a short question with a short answer. With a smaller window, sources are lost. */
  readonly min: number;
  /** The part of `min` that is not source text. */
  readonly frame: number;
  /** The window for a long answer to the longest question in a conversation. */
  readonly max: number;
};

/** The window for a prompt of this many estimated tokens and a long answer. */
export function windowFor(promptTokens: number): number {
  return Math.ceil(promptTokens * TOKENIZER_MARGIN + LONG_ANSWER_TOKENS);
}

/**
 * The maximum amount of source text, in tokens, that fits into a window of this size; 0 if none does.
 * @param frame the tokens of everything else
 */
function contextTokensFor(windowTokens: number, { frame }: Pick<WindowNeed, 'frame'>): number {
  const spare = windowTokens - frame;
  return Math.max(0, Math.floor(spare / 100) * 100);
}

/** What to do about a window that is too small: the remedy, or less source text if some fits. */
export function windowRemedy(windowTokens: number, need: WindowNeed, enlarge: string): string {
  const tokens = contextTokensFor(windowTokens, need);
  return tokens === 0 ? enlarge : `${enlarge}, or set CONTEXT_TOKENS=${tokens}`;
}

/** The context window of a model as its server reports it. */
export type ContextWindow = {
  /** The size in tokens, for prompt and answer together. */
  readonly tokens: number;
  /** How the operator can enlarge it, in words that follow "Remedy:". */
  readonly enlarge: string;
};

/** A number of tokens in a server's reply; null for anything else. */
export function toWindowTokens(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Where one kind of server reports its window, and how to read its reply. */
type Probe = {
  /** Relative to the base URL without its `/v1`. */
  readonly path: string;
  /** True if the path is relative to the base URL as it is. */
  readonly isBelowBase?: boolean;
  readonly enlarge: string;
  read(body: unknown, model: string): number | null;
};

const PROBE_TIMEOUT_MS = 2000;

/** One probe for each kind of server. A server that does not have the path replies 404. */
const PROBES: readonly Probe[] = [
  // Ollama reports the window with which the model was loaded; its OpenAI-compatible path cannot request a
  // larger one.
  {
    path: '/api/ps',
    enlarge: 'set MODEL_PROVIDER=ollama, which asks Ollama for a window that is large enough',
    read: (body, model) => tokensIn(entryOf(fieldOf(body, 'models'), 'name', model), ['context_length']),
  },
  // llama.cpp divides its context among its slots and reports the size for one slot.
  {
    path: '/props',
    enlarge: 'start llama-server with a larger --ctx-size',
    read: (body) =>
      tokensIn(fieldOf(body, 'default_generation_settings'), ['n_ctx']) ?? tokensIn(body, ['n_ctx']),
  },
  {
    path: '/api/v0/models',
    enlarge: 'load the model in LM Studio with a longer context',
    read: (body, model) => tokensIn(entryOf(fieldOf(body, 'data'), 'id', model), ['loaded_context_length']),
  },
  {
    path: '/info',
    enlarge: 'start the server with a larger --max-total-tokens',
    read: (body) => tokensIn(body, ['max_total_tokens', 'max_input_tokens']),
  },
  // vLLM and SGLang; OpenRouter and Together; Groq.
  {
    path: '/models',
    isBelowBase: true,
    enlarge: 'start the server with a larger --max-model-len, or choose a model with a larger window',
    read: (body, model) =>
      tokensIn(entryOf(fieldOf(body, 'data') ?? body, 'id', model), [
        'max_model_len',
        'context_length',
        'context_window',
      ]),
  },
];

/** The window that a model's server reports in a usual place; null if none. Throws only on abort. */
export async function findContextWindow(
  { baseUrl, headers, fetch }: ModelListing,
  model: string,
  signal: AbortSignal,
): Promise<ContextWindow | null> {
  const root = baseUrl.replace(/\/v\d{1,2}$/, '');
  const windows = await Promise.all(
    PROBES.map(async ({ path, isBelowBase, enlarge, read }): Promise<ContextWindow | null> => {
      using deadline = startDeadline(PROBE_TIMEOUT_MS, signal);
      const url = `${isBelowBase === true ? baseUrl : root}${path}`;
      const reply = await fetchJson(fetch, url, { headers }, deadline.signal).catch(() => null);
      signal.throwIfAborted();
      const tokens = reply?.status === 200 ? read(reply.body, model) : null;
      return tokens === null ? null : { tokens, enlarge };
    }),
  );
  return windows.find((window) => window !== null) ?? null;
}

/** The list entry whose `key` names the model, or the only entry if there is just one; or undefined. */
function entryOf(list: unknown, key: string, model: string): unknown {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  const ofModel = entries.find((each) => [model, `${model}:latest`].includes(String(fieldOf(each, key))));
  return ofModel ?? (entries.length === 1 ? entries[0] : undefined);
}

/** The first of the fields that is a number of tokens; null if none is. */
function tokensIn(value: unknown, names: readonly string[]): number | null {
  return names.map((name) => toWindowTokens(fieldOf(value, name))).find((tokens) => tokens !== null) ?? null;
}
