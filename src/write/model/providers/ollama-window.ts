import { startDeadline } from '../../../core/deadline.ts';
import { windowFor } from '../../window-need.ts';
import { chosenWindowIn, type OllamaServer, trainedWindowIn } from './ollama-server.ts';

/** Windows come in multiples of this. */
const STEP_TOKENS = 2048;
const SHOW_TIMEOUT_MS = 2000;

/** Which window (`num_ctx`) calls of one model ask for. */
export type OllamaWindow = {
  /** The window for a prompt of so many estimated tokens. Never throws. */
  tokensFor(promptTokens: number): Promise<number>;
};

/**
 * The window that all prompts within the limits of the settings fit into: the same for every call, because Ollama loads
 * a model anew when a call wants another one. It is never larger than what the model was trained for, and never smaller
 * than what its Modelfile says. A prompt that needs more, which is rare, gets twice, four times as much.
 */
export function createOllamaWindow(server: OllamaServer, model: string, usualTokens: number): OllamaWindow {
  let asking: Promise<readonly [chosen: number, trained: number]> | null = null;

  async function ask(): Promise<readonly [number, number]> {
    using deadline = startDeadline(SHOW_TIMEOUT_MS, new AbortController().signal);
    const { status, body } = await server.show(model, deadline.signal);
    // A server that cannot say now may be able to later.
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
