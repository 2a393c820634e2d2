import { startDeadline } from '../../core/deadline.ts';
import { toUpstreamError } from '../../net/upstream-error.ts';
import { type WindowNeed, windowRemedy } from '../context-window.ts';
import { UNKNOWN_MODEL } from '../language-model.ts';
import { createProvider, fixedName, listedName, type ModelProvider } from '../provider.ts';
import {
  lacksModel,
  modelOn,
  type OllamaOptions,
  OllamaServer,
  OllamaWindow,
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
  const server = new OllamaServer(options);
  const { root, headers } = server;
  const name =
    options.modelName === null
      ? listedName({ baseUrl: `${root}/v1`, headers, fetch: options.fetch })
      : fixedName(options.modelName);
  const windows = new Map<string, OllamaWindow>();
  const windowOf = (model: string) => {
    const window = windows.get(model) ?? new OllamaWindow(server, model, options);
    windows.set(model, window);
    return window;
  };
  const load = async () => (id: string) =>
    modelOn(server, { model: id, keep_alive: KEEP_ALIVE }, windowOf(id));
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
      `which is too small for CONTEXT_TOKENS: ${windowRemedy(trained, need, 'choose another model')}.`
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

/** The command that installs a model with Ollama; a small one if none is configured or installed. */
function toPullCommand(name: string): string {
  return `ollama pull ${name === UNKNOWN_MODEL ? USUAL_MODEL : name}`;
}
