import { parseBoundedJson } from '../../../core/bounded-json.ts';
import { field } from '../field.ts';
import { gatheredReads } from '../gathered-reads.ts';
import type { ModelPart } from '../language-model.ts';
import { ModelCallError } from '../model-call-error.ts';
import { readToEnd } from '../read-to-end.ts';
import { StreamFault } from '../stream-fault.ts';
import { ollamaErrorCode } from './ollama-error.ts';

/** A line has a word or two; the last one, with its counts, has less than a thousand characters. */
const MAX_LINE_CHARS = 1_048_576;

/**
 * Reads the parts of an answer from `POST /api/chat`: one JSON object per line, the last with `done: true`
 * (Ollama's API documentation). Text of several lines that arrive together becomes one part. A body that ends
 * before its last line ends the parts without a `finish`.
 *
 * Its reads reject with a StreamFault for anything that is not Ollama's protocol, and with a ModelCallError
 * for an error that the server reports in mid-stream; neither contains anything that the server wrote.
 */
export function readOllamaParts(body: ReadableStream<Uint8Array>, url: string): ReadableStream<ModelPart> {
  const reader = body.getReader();
  const reads = gatheredReads(reader);
  const decoder = new TextDecoder();
  const lines = createLineReader(url);
  let rest = '';

  async function pull(controller: ReadableStreamDefaultController<ModelPart>): Promise<void> {
    while (true) {
      const { done, value } = await reads.read();
      const piece = done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true });
      const start = rest;
      rest += piece;
      const end = piece.lastIndexOf('\n') + 1;
      // Only whole lines are searched: a long line that arrives in many pieces would be copied with each of
      // them.
      const parts = end === 0 ? [] : lines.read(start + piece.slice(0, end), done);
      if (end > 0) rest = piece.slice(end);
      if (rest.length > MAX_LINE_CHARS) throw new StreamFault('garbage');
      for (const part of parts) controller.enqueue(part);
      if (lines.hasFinished && !done) readToEnd(reader);
      if (lines.hasFinished || done) {
        reads.end();
        return controller.close();
      }
      if (parts.length > 0) return;
    }
  }
  return new ReadableStream({
    pull: (controller) =>
      pull(controller).catch((error: unknown) => {
        reads.end();
        reader.cancel().catch(() => undefined);
        throw error;
      }),
    cancel(reason) {
      reads.end();
      return reader.cancel(reason);
    },
  });
}

/**
 * Reads complete lines; remembers whether any line followed the protocol, and whether the last line arrived.
 */
function createLineReader(url: string) {
  let isRecognised = false;
  let hasFinished = false;

  function readLine(line: string, isLast: boolean): readonly ModelPart[] {
    const value = parse(line);
    const error = field(value, 'error');
    if (typeof error === 'string')
      throw new ModelCallError(url, { statusCode: 500, apiCode: ollamaErrorCode(error) });
    const isDone = field(value, 'done');
    if (typeof isDone !== 'boolean') {
      // The beginning of a line that was cut off is not a sign of another protocol.
      if (isLast && isRecognised) return [];
      throw new StreamFault(isRecognised ? 'garbage' : 'foreign');
    }
    hasFinished = isDone;
    const parts = [...startParts(isRecognised), ...textParts(field(value, 'message'))];
    isRecognised = true;
    return isDone ? [...parts, finishOf(value)] : parts;
  }

  return {
    get hasFinished() {
      return hasFinished;
    },
    /** The parts in these lines; `isEnd` if the body ended with them. */
    read(text: string, isEnd: boolean): readonly ModelPart[] {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const parts: ModelPart[] = [];
      for (const [index, line] of lines.entries()) {
        if (hasFinished) break;
        parts.push(...readLine(line, isEnd && index === lines.length - 1));
      }
      return joined(parts);
    },
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
    ['reasoning-delta', field(message, 'thinking')],
    ['text-delta', field(message, 'content')],
  ] as const;
  return named.flatMap(([type, delta]) =>
    typeof delta === 'string' && delta !== '' ? [{ type, delta }] : [],
  );
}

function finishOf(value: unknown): ModelPart {
  const reason = field(value, 'done_reason');
  const raw = typeof reason === 'string' ? reason : undefined;
  return {
    type: 'finish',
    // Versions before 0.1.33 give no reason.
    finishReason: { unified: raw ?? 'stop', raw },
    usage: {
      inputTokens: { total: toCount(field(value, 'prompt_eval_count')) },
      outputTokens: { total: toCount(field(value, 'eval_count')) },
    },
  };
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Joins adjacent parts of one type. */
function joined(parts: readonly ModelPart[]): readonly ModelPart[] {
  const out: ModelPart[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (last?.delta === undefined || last.type !== part.type) out.push(part);
    else out[out.length - 1] = { type: part.type, delta: last.delta + part.delta };
  }
  return out;
}
