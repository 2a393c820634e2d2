import { startDeadline } from '../../../core/deadline.ts';
import { windowFor } from '../../window-need.ts';
import { chosenWindowIn, type OllamaServer, trainedWindowIn } from './ollama-server.ts';

/** Windows are multiples of this size. */
const STEP_TOKENS = 2048;
const SHOW_TIMEOUT_MS = 2000;

/** The window (`num_ctx`) that calls of one model request. */
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
export function createOllamaWindow(server: OllamaServer, model: string, usualTokens: number): OllamaWindow {
  let asking: Promise<readonly [chosen: number, trained: number]> | null = null;

  async function ask(): Promise<readonly [number, number]> {
    using deadline = startDeadline(SHOW_TIMEOUT_MS, new AbortController().signal);
    const { status, body } = await server.show(model, deadline.signal);
    // A server that cannot report it now may do so later.
    if (status !== 200) asking = null;
    return [chosenWindowIn(body) ?? 0, trainedWindowIn(body) ?? Number.POSITIVE_INFINITY];
  }
  return {
    async tokensFor(promptTokens) {
      asking ??= ask();
      const [chosen, trained] = await asking.catch(() => {
        asking = null;
        return [0, Number.POSITIVE_INFINITY] as const;
      });
      let tokens = Math.max(chosen, Math.ceil(usualTokens / STEP_TOKENS) * STEP_TOKENS);
      while (tokens < windowFor(promptTokens) && tokens < trained) tokens *= 2;
      return Math.min(tokens, trained);
    },
  };
}
