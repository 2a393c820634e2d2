import { parseBoundedJson } from '../../../core/bounded-json.ts';
import { field } from '../field.ts';
import type { ModelPart } from '../language-model.ts';
import { StreamFault } from '../stream-fault.ts';
import { type LineReader, readStreamedParts } from '../streamed-parts.ts';

const DATA = 'data:';
const DONE = '[DONE]';
/** Finish reasons that have another name in the AI SDK. */
const REASONS: Readonly<Record<string, string>> = { content_filter: 'content-filter' };

/**
 * Reads the parts of a streamed chat completion: events with a JSON chunk in one line, and at the end
 * `[DONE]`, which some servers omit. If a body ends without a finish reason, the parts end without a
 * `finish`. Its reads reject with a StreamFault for lines that are not chunks.
 */
export function readChatParts(body: ReadableStream<Uint8Array>): ReadableStream<ModelPart> {
  return readStreamedParts(body, createLineReader());
}

function createLineReader(): LineReader {
  let isRecognised = false;
  let isDone = false;
  let hasRefused = false;
  let reason: string | undefined;
  /** Some servers send an empty reason with every chunk; with `[DONE]` after it, the answer is complete. */
  let hasEmptyReason = false;
  let usage: unknown;

  function readChunk(chunk: unknown): readonly ModelPart[] {
    const error = field(chunk, 'error');
    if (error !== undefined && error !== null) return [{ type: 'error', error }];
    const choices = field(chunk, 'choices');
    if (!Array.isArray(choices)) throw new StreamFault('garbage');
    usage = field(chunk, 'usage') ?? usage;
    const raw = field(choices[0], 'finish_reason');
    if (isText(raw) && raw !== 'null') reason = raw;
    else if (typeof raw === 'string') hasEmptyReason = true;
    const delta = field(choices[0], 'delta');
    hasRefused ||= isText(field(delta, 'refusal'));
    const parts = deltaParts(delta);
    if (isRecognised) return parts;
    isRecognised = true;
    return [{ type: 'response-metadata' }, ...parts];
  }

  return {
    get complete() {
      if (isDone) return 'yes';
      return reason === undefined ? 'no' : 'except counts';
    },
    read(line, isLast) {
      if (!line.startsWith(DATA)) return [];
      const data = line.slice(DATA.length).trim();
      isDone = data === DONE;
      if (isDone) return [];
      const chunk = parse(data);
      // A chunk that was cut is not garbage.
      if (chunk === undefined && isLast) return [];
      return readChunk(chunk);
    },
    end() {
      const isEnded = reason !== undefined || (isDone && hasEmptyReason);
      return isEnded ? [finishOf(reason ?? 'stop', hasRefused, usage)] : [];
    },
  };
}

function parse(data: string): unknown {
  try {
    return parseBoundedJson(data);
  } catch {
    return undefined;
  }
}

/** The thinking and the text of a delta; the content of some models is a list of both. */
function deltaParts(delta: unknown): readonly ModelPart[] {
  const parts: ModelPart[] = [];
  const add = (type: string, text: unknown) => {
    if (isText(text)) parts.push({ type, delta: text });
  };
  add('reasoning-delta', field(delta, 'reasoning_content') ?? field(delta, 'reasoning'));
  const content = field(delta, 'content');
  if (Array.isArray(content)) {
    for (const item of content) {
      const thoughts = field(item, 'thinking');
      for (const thought of Array.isArray(thoughts) ? thoughts : [])
        add('reasoning-delta', field(thought, 'text'));
      add('text-delta', field(item, 'text'));
    }
  } else add('text-delta', content);
  add('text-delta', field(delta, 'refusal'));
  return parts;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function finishOf(raw: string, hasRefused: boolean, usage: unknown): ModelPart {
  const unified = raw === 'stop' && hasRefused ? 'content-filter' : (REASONS[raw] ?? raw);
  return {
    type: 'finish',
    finishReason: { unified, raw },
    usage: {
      inputTokens: { total: toCount(field(usage, 'prompt_tokens')) },
      outputTokens: { total: toCount(field(usage, 'completion_tokens')) },
    },
  };
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
