import { parseBoundedJson } from '../../../core/bounded-json.ts';
import { estimateTokens } from '../../../core/tokens.ts';
import { field } from '../field.ts';
import type { LanguageModelLike, ModelCall, ModelMessage, ModelPart } from '../language-model.ts';
import { ModelCallError } from '../model-call-error.ts';
import { StreamFault } from '../stream-fault.ts';
import { ollamaErrorCode } from './ollama-error.ts';
import { readOllamaParts } from './ollama-parts.ts';
import type { OllamaServer } from './ollama-server.ts';
import type { OllamaWindow } from './ollama-window.ts';

/** An error is one sentence. */
const MAX_ERROR_BYTES = 65_536;

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
      const messages = prompt.map(toMessage);
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
      return { stream: await open(server, body, abortSignal) };
    },
  };
}

function toMessage({ role, content }: ModelMessage): { readonly role: string; readonly content: string } {
  return { role, content: typeof content === 'string' ? content : content.map(({ text }) => text).join('') };
}

async function open(
  server: OllamaServer,
  body: object,
  signal: AbortSignal,
): Promise<ReadableStream<ModelPart>> {
  const url = `${server.root}/api/chat`;
  const response = await server.post('/api/chat', body, signal).catch((error: unknown) => {
    throw signal.aborted ? error : new ModelCallError(url, { cause: error });
  });
  if (response.status !== 200) throw await refusalOf(response, url);
  if (response.body === null) throw new StreamFault('foreign');
  return readOllamaParts(response.body, url);
}

async function refusalOf(response: Response, url: string): Promise<ModelCallError> {
  const words = await readStart(response.body).catch(() => '');
  const responseHeaders = Object.fromEntries(response.headers);
  return new ModelCallError(url, {
    statusCode: response.status,
    responseHeaders,
    apiCode: ollamaErrorCode(errorIn(words)),
  });
}

function errorIn(body: string): string {
  try {
    return String(field(parseBoundedJson(body), 'error'));
  } catch {
    return '';
  }
}

/** The beginning of the body, up to the length of the longest error. Leaving the loop cancels the rest. */
async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_ERROR_BYTES) break;
  }
  return text;
}
