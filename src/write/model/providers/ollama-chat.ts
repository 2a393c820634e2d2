import { estimateTokens } from '../../../core/tokens.ts';
import type { LanguageModelLike, ModelCall } from '../language-model.ts';
import { openStreamedCall, toTextMessages } from '../streamed-call.ts';
import { ollamaErrorCode, readOllamaParts } from './ollama-parts.ts';
import type { OllamaServer } from './ollama-server.ts';
import type { OllamaWindow } from './ollama-window.ts';

/**
 * A model on Ollama, through its own API, `POST /api/chat`. The OpenAI-compatible path has no `num_ctx` and
 * silently cuts a prompt that is longer than the default window. With `truncate` and `shift`, versions from
 * 0.12.6 on report such a prompt as an error, and end an answer when the window is full, instead of cutting;
 * earlier versions ignore both.
 */
export function createOllamaChat(
  server: OllamaServer,
  model: string,
  window: OllamaWindow,
): LanguageModelLike {
  return {
    async doStream({ prompt, abortSignal }: ModelCall) {
      const messages = toTextMessages(prompt);
      const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
      const body = {
        model,
        messages,
        stream: true,
        think: false,
        truncate: false,
        shift: false,
        options: { num_ctx: await window.tokensFor(promptTokens) },
      };
      const url = `${server.root}/api/chat`;
      const send = () => server.post('/api/chat', body, abortSignal);
      const reply = await openStreamedCall({ url, send, codeOf: ollamaErrorCode, signal: abortSignal });
      return { stream: readOllamaParts(reply, url) };
    },
  };
}
