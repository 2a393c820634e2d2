import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { ModelCallError, openStreamedCall } from '../api-call.ts';
import {
  type LanguageModelLike,
  type ModelCall,
  type ModelPart,
  toChatMessages,
  toTokenCount,
} from '../language-model.ts';
import { StreamFault } from '../model-failure.ts';
import { type LineReader, readStreamedParts } from '../streamed-parts.ts';
import type { CallTimes } from '../throughput-meter.ts';
import type { OllamaServer, OllamaWindow } from './ollama.ts';

/**
 * A model on Ollama, through its own API, `POST /api/chat`. The OpenAI-compatible path has no `num_ctx` and
 * silently cuts a prompt that is longer than the default window. With `truncate` and `shift`, versions from
 * 0.12.6 on do not cut: they report such a prompt as an error, and end an answer when the window is full.
 * Earlier versions ignore both options.
 */
export function createOllamaChat(
  server: OllamaServer,
  fields: { readonly model: string; readonly keep_alive?: string },
  window: OllamaWindow,
): LanguageModelLike {
  return {
    async doStream({ prompt, abortSignal, responseFormat }: ModelCall) {
      const messages = toChatMessages(prompt);
      const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
      const body = {
        ...fields,
        messages,
        stream: true,
        think: false,
        ...(responseFormat !== undefined && { format: responseFormat.schema ?? 'json' }),
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

/**
 * Reads the parts of an answer from `POST /api/chat`: one JSON object per line, the last with `done: true`
 * (Ollama's API documentation). A body that ends before its last line ends the parts without a `finish`.
 *
 * Its reads reject with a StreamFault for anything that is not Ollama's protocol, and with a ModelCallError
 * for an error that the server reports in mid-stream; neither contains any text from the server.
 */
export function readOllamaParts(body: ReadableStream<Uint8Array>, url: string): ReadableStream<ModelPart> {
  return readStreamedParts(body, createOllamaReader(url));
}

/** Remembers whether any line followed the protocol, and whether the last line arrived. */
function createOllamaReader(url: string): LineReader {
  let isRecognised = false;
  let isDone = false;
  return {
    get complete() {
      return isDone ? 'yes' : 'no';
    },
    read(line, isLast) {
      if (line === '') return [];
      const value = parse(line);
      const error = fieldOf(value, 'error');
      if (typeof error === 'string')
        throw new ModelCallError(url, { statusCode: 500, apiCode: ollamaErrorCode(error) });
      const done = fieldOf(value, 'done');
      if (typeof done !== 'boolean') {
        // The beginning of a line that was cut off does not indicate another protocol.
        if (isLast && isRecognised) return [];
        throw new StreamFault(isRecognised ? 'garbage' : 'foreign');
      }
      isDone = done;
      const message = fieldOf(value, 'message');
      const parts = [...startParts(isRecognised), ...textParts(message)];
      isRecognised = true;
      return isDone ? [...parts, finishOf(value)] : parts;
    },
    end: () => [],
  };
}

function parse(line: string): unknown {
  try {
    return parseBoundedJson(line);
  } catch {
    return null;
  }
}

function startParts(isRecognised: boolean): readonly ModelPart[] {
  return isRecognised ? [] : [{ type: 'response-metadata' }];
}

function textParts(message: unknown): readonly ModelPart[] {
  const named = [
    ['reasoning-delta', fieldOf(message, 'thinking')],
    ['text-delta', fieldOf(message, 'content')],
  ] as const;
  return named.flatMap(([type, delta]) =>
    typeof delta === 'string' && delta !== '' ? [{ type, delta }] : [],
  );
}

function finishOf(value: unknown): ModelPart {
  const reason = fieldOf(value, 'done_reason');
  const raw = typeof reason === 'string' ? reason : undefined;
  return {
    type: 'finish',
    // Versions before 0.1.33 give no reason.
    finishReason: { unified: raw ?? 'stop', raw },
    usage: {
      inputTokens: { total: toTokenCount(fieldOf(value, 'prompt_eval_count')) },
      outputTokens: { total: toTokenCount(fieldOf(value, 'eval_count')) },
    },
    times: timesOf(value),
  };
}

/** `prompt_eval_count` includes the cache's tokens, which took no time (ollama/ollama#16428). */
function timesOf(value: unknown): CallTimes {
  const numberOf = (name: string) => toTokenCount(fieldOf(value, name));
  const [all, cached] = [numberOf('prompt_eval_count'), numberOf('prompt_eval_cached_count')];
  return {
    readMs: toMs(numberOf('prompt_eval_duration')),
    readShare: all === undefined || cached === undefined ? undefined : (all - cached) / all,
    writeMs: toMs(numberOf('eval_duration')),
  };
}

const NS_PER_MS = 1e6;

/** A duration of Ollama, which is in nanoseconds. */
function toMs(durationNs: number | undefined): number | undefined {
  return durationNs === undefined ? undefined : durationNs / NS_PER_MS;
}

/** What Ollama and its runners say if a prompt is longer than the window, also in nested errors. */
const TOO_LONG = /exceeds? the (?:available )?context|context (?:length|size|window)|exceed_context_size/i;

/** The messages with which Ollama and its runners report that a model does not fit into the memory. */
const TOO_BIG = /requires more system memory|out of memory|(?:not enough|insufficient) memory/i;

/** A code for an error that Ollama has only words for: OpenAI's, or empty if the status is enough. */
export function ollamaErrorCode(words: unknown): string {
  const text = String(words);
  if (TOO_LONG.test(text)) return 'context_length_exceeded';
  return TOO_BIG.test(text) ? 'out_of_memory' : '';
}
