import { startDeadline } from '../../core/deadline.ts';
import { toUpstreamError } from '../../net/upstream-error.ts';
import { contextTokensFor, type WindowNeed } from '../context-window.ts';
import { UNKNOWN_MODEL } from '../language-model.ts';
import { fixedName, listedName } from '../model-name.ts';
import { createProvider, type ModelProvider } from '../provider.ts';
import {
  createOllamaChat,
  createOllamaServer,
  createOllamaWindow,
  lacksModel,
  type OllamaOptions,
  type OllamaServer,
  type OllamaWindow,
  ollamaWindow,
  trainedWindowIn,
} from './ollama-api.ts';

/** The largest models take minutes to load from a slow disk. */
const LOAD_TIMEOUT_MS = 300_000;
const CHECK_TIMEOUT_MS = 2000;
const NOT_OLLAMA =
  'set MODEL_BASE_URL to the address of Ollama, or MODEL_PROVIDER to the kind of this server';
/** Small enough for any machine. */
const USUAL_MODEL = 'llama3.2';

/** How long Ollama keeps the model in memory after a call; it would unload it after five minutes. */
const KEEP_ALIVE = '30m';

/**
 * Ollama through its own API; the base URL may end in `/v1`. If no name is given, it uses the first model
 * that Ollama lists, which is the one installed last. Preparing also loads the model, so that the first
 * question does not have to wait for it.
 */
export function createOllama(options: OllamaOptions): ModelProvider {
  const server = createOllamaServer(options);
  const { root, headers } = server;
  const name =
    options.modelName === null
      ? listedName({ baseUrl: `${root}/v1`, headers, fetch: options.fetch })
      : fixedName(options.modelName);
  const windows = new Map<string, OllamaWindow>();
  const windowOf = (model: string) => {
    const window = windows.get(model) ?? createOllamaWindow(server, model, options);
    windows.set(model, window);
    return window;
  };
  const load = async () => (id: string) =>
    createOllamaChat(server, { model: id, keep_alive: KEEP_ALIVE }, windowOf(id));
  const provider = createProvider(name, load, options.meter);
  return {
    ...provider,
    async warmUp() {
      await provider.warmUp();
      const model = provider.name();
      const body = {
        model,
        keep_alive: KEEP_ALIVE,
        options: { num_ctx: await windowOf(model).tokensFor(0) },
      };
      if (options.meter !== undefined) options.meter.isLoading = true;
      await loadModel(server, body).catch(() => undefined);
      if (options.meter !== undefined) options.meter.isLoading = false;
    },
    findProblem: async (signal) => {
      await name.resolve();
      return findProblem(server, { model: provider.name(), need: options.windowNeed }, signal);
    },
    async remedyNotFound(signal) {
      const model = provider.name();
      const reply = await server.show(model, signal).catch(() => null);
      if (reply === null || reply.status !== 404) return null;
      return lacksModel(reply) ? `run: ${toPullCommand(model)}` : NOT_OLLAMA;
    },
    async contextWindow(signal) {
      const model = provider.name();
      const loaded = await server.loadedWindow(model, signal);
      return ollamaWindow(loaded ?? (await windowOf(model).tokensFor(0)));
    },
  };
}

/**
 * A request with a name and no prompt loads the model and replies when it is loaded (Ollama's API
 * documentation). The request uses the same window as questions do, because with another window the first
 * question would reload the model.
 */
async function loadModel(server: OllamaServer, body: object): Promise<void> {
  using deadline = startDeadline(LOAD_TIMEOUT_MS, new AbortController().signal);
  const response = await server.post('/api/generate', body, deadline.signal);
  await response.body?.cancel();
}

/** Why the model cannot write, in words for the log; null if nothing is known to prevent it. */
async function findProblem(
  server: OllamaServer,
  { model, need }: { readonly model: string; readonly need: WindowNeed },
  signal: AbortSignal,
): Promise<string | null> {
  using deadline = startDeadline(CHECK_TIMEOUT_MS, signal);
  const where = `Ollama at ${new URL(server.root).host}`;
  try {
    const reply = await server.show(model, deadline.signal);
    if (lacksModel(reply)) {
      const missing = model === UNKNOWN_MODEL ? 'that can write' : model;
      return `${where} has no model ${missing}. Run: ${toPullCommand(model)}`;
    }
    if (reply.status === 404) return `${where} does not answer like Ollama (404): ${NOT_OLLAMA}.`;
    const trained = trainedWindowIn(reply.body);
    if (trained === null || trained >= need.min) return null;
    return (
      `${model} has a context window of ${trained} tokens, ` +
      `which is too small for CONTEXT_TOKENS: ${remedyFor(trained, need)}.`
    );
  } catch (error) {
    if (signal.aborted) return null;
    const cause = deadline.expired
      ? `no answer within ${CHECK_TIMEOUT_MS} ms`
      : toUpstreamError(error).message;
    return (
      `${where} cannot be reached: ${cause}. Start it with \`ollama serve\`, or set MODEL_BASE_URL ` +
      'to its address.'
    );
  }
}

function remedyFor(windowTokens: number, need: WindowNeed): string {
  const tokens = contextTokensFor(windowTokens, need);
  return tokens === 0 ? 'choose another model' : `set CONTEXT_TOKENS=${tokens}, or choose another model`;
}

/** The command that installs a model with Ollama; a small one if none is configured or installed. */
export function toPullCommand(name: string): string {
  return `ollama pull ${name === UNKNOWN_MODEL ? USUAL_MODEL : name}`;
}
<<<<<<< HEAD

/** Ollama's default address. */
export const OLLAMA_URL = 'http://localhost:11434';

/** The options of Ollama in addition to those of every provider. */
export type OllamaOptions = ProviderOptions & {
  readonly windowNeed: WindowNeed;
};

/** An Ollama server and the details that it reports about its models. */
export type OllamaServer = {
  /** Scheme, host and port, and the path of a proxy; without a slash at the end. */
  readonly root: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a `POST` to one of its paths; returns the reply of any status. Throws as `fetch` does. */
  post(path: string, body: object, signal: AbortSignal): Promise<ApiReply>;
  /** The details of an installed model (`/api/show`); status 404 if there is no model with that name. */
  show(model: string, signal: AbortSignal): Promise<FetchedJson>;
  /** The window with which a model is loaded (`/api/ps`); null if it is not loaded or not reported. */
  loadedWindow(model: string, signal: AbortSignal): Promise<number | null>;
};

/** The server at the base URL, which may end in `/v1` or `/api`, as other software requires. */
export function createOllamaServer(options: ProviderOptions): OllamaServer {
  const root = (options.baseUrl ?? OLLAMA_URL).replace(/\/+$/, '').replace(/\/(?:v1|api)$/, '');
  const authorization = options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` };
  const headers = { 'content-type': 'application/json', 'user-agent': options.userAgent, ...authorization };
  const toPost = (body: object) => ({ method: 'POST', headers, body: JSON.stringify(body) }) as const;
  return {
    root,
    headers,
    post: (path, body, signal) => options.fetch(`${root}${path}`, { ...toPost(body), signal }),
    show: (model, signal) => fetchJson(options.fetch, `${root}/api/show`, toPost({ model }), signal),
    async loadedWindow(model, signal) {
      const { body } = await fetchJson(options.fetch, `${root}/api/ps`, { headers }, signal);
      return loadedWindowIn(body, model);
    },
  };
}

/** True if Ollama itself says that it does not have the model; other servers also reply 404 to its paths. */
export function lacksModel({ status, body }: FetchedJson): boolean {
  const error = fieldOf(body, 'error');
  return status === 404 && typeof error === 'string' && /^model\b.*\bnot found/i.test(error.slice(0, 300));
}

/** The window of a model in a reply of `/api/ps`; a name without a tag means the one with `:latest`. */
export function loadedWindowIn(body: unknown, model: string): number | null {
  const models = fieldOf(body, 'models');
  const loaded = Array.isArray(models) ? models : [];
  const names = [model, `${model}:latest`];
  const entry = loaded.find((each) => names.includes(String(fieldOf(each, 'name'))));
  return toWindowTokens(fieldOf(entry, 'context_length'));
}

/** The longest context that a model was trained for, from a reply of `/api/show`; null if it is not given. */
export function trainedWindowIn(body: unknown): number | null {
  const info = fieldOf(body, 'model_info');
  if (typeof info !== 'object' || info === null) return null;
  const name = Object.keys(info).find((key) => key.endsWith('.context_length'));
  return name === undefined ? null : toWindowTokens(fieldOf(info, name));
}

/** The size of a model in billions of parameters, from a reply of `/api/show`; null if it is not given. */
export function parametersIn(body: unknown): number | null {
  const count = fieldOf(fieldOf(body, 'model_info'), 'general.parameter_count');
  return typeof count === 'number' && count > 0 ? count / 1e9 : null;
}

/** The window in the model's Modelfile, from a reply of `/api/show`; null if there is none. */
export function chosenWindowIn(body: unknown): number | null {
  const parameters = fieldOf(body, 'parameters');
  const windowText =
    typeof parameters === 'string' ? /^num_ctx\s{1,99}(\d{1,9})\s*$/m.exec(parameters)?.[1] : undefined;
  return windowText === undefined ? null : toWindowTokens(Number(windowText));
}

/** A window that is as large as was needed or as the model supports, so only another model has more. */
export function ollamaWindow(tokens: number): ContextWindow {
  return { tokens, enlarge: 'choose a model with a larger context window' };
}

/** Windows are multiples of this size. */
const STEP_TOKENS = 2048;
const SHOW_TIMEOUT_MS = 2000;

/** The window (`num_ctx`) that is requested with each call of a model. */
export type OllamaWindow = {
  /** The window for a prompt of this many estimated tokens. Never throws. */
  tokensFor(promptTokens: number): Promise<number>;
};

/**
 * A window for all prompts within the limits of the settings. It is the same for every call, because Ollama
 * reloads a model when a call requests another window. It is never larger than the model's trained context,
 * and never smaller than the window in its Modelfile. The rare prompt that needs more gets a window two or
 * four times as large.
 */
export function createOllamaWindow(
  server: OllamaServer,
  model: string,
  { windowNeed, meter }: Pick<OllamaOptions, 'windowNeed' | 'meter'>,
): OllamaWindow {
  let request: Promise<readonly [chosen: number, trained: number]> | null = null;

  async function fetchWindow(): Promise<readonly [number, number]> {
    using deadline = startDeadline(SHOW_TIMEOUT_MS, new AbortController().signal);
    const { status, body } = await server.show(model, deadline.signal);
    // If a server cannot report the trained context now, it may do so later.
    if (status !== 200) request = null;
    if (meter !== undefined) meter.parameters = parametersIn(body);
    return [chosenWindowIn(body) ?? 0, trainedWindowIn(body) ?? Number.POSITIVE_INFINITY];
  }
  return {
    async tokensFor(promptTokens) {
      request ??= fetchWindow();
      const [chosen, trained] = await request.catch(() => {
        request = null;
        return [0, Number.POSITIVE_INFINITY] as const;
      });
      let tokens = Math.max(chosen, Math.ceil(windowNeed.max / STEP_TOKENS) * STEP_TOKENS);
      while (tokens < windowFor(promptTokens) && tokens < trained) tokens *= 2;
      const windowTokens = Math.min(tokens, trained);
      if (meter !== undefined) meter.windowTokens = windowTokens;
      return windowTokens;
    },
  };
}
=======
>>>>>>> fc15c563 (Keep what Ollama's API says in one file, and no circle between calls and names)
