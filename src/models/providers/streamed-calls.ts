import { fieldOf } from '../../lib/text/own-value.ts';
import type { ModelPart } from '../language-model.ts';
import { StreamFault } from '../stream-fault.ts';

/** The calls of one reply that are read; models want a few. */
export const MAX_CALLS = 16;
/** The arguments of all calls together, in characters. */
const MAX_ARGUMENT_CHARS = 200_000;

/** Collects the calls of a streamed chat completion, which arrive in pieces under their index. */
export type StreamedCalls = {
  /** Takes the `tool_calls` of one delta. Throws a StreamFault if their arguments do not end. */
  add(pieces: unknown): void;
  /** All calls so far. */
  parts(): readonly ModelPart[];
};

/** Pieces without an index, as some servers send whole calls, are calls of their own. */
export function collectCalls(): StreamedCalls {
  const calls = new Map<unknown, { id: string; name: string; input: string }>();
  let chars = 0;
  return {
    add(pieces) {
      for (const piece of Array.isArray(pieces) ? pieces : []) {
        const key = fieldOf(piece, 'index') ?? Symbol();
        const call = calls.get(key) ?? { id: '', name: '', input: '' };
        if (!calls.has(key) && calls.size >= MAX_CALLS) continue;
        calls.set(key, call);
        const [id, named] = [fieldOf(piece, 'id'), fieldOf(piece, 'function')];
        const [name, input] = [fieldOf(named, 'name'), fieldOf(named, 'arguments')];
        if (typeof id === 'string' && id !== '') call.id = id;
        if (typeof name === 'string' && name !== '') call.name = name;
        const text = toText(input);
        call.input += text;
        chars += text.length;
        if (chars > MAX_ARGUMENT_CHARS) throw new StreamFault('endless');
      }
    },
    parts: () =>
      [...calls.values()].map(({ id, name, input }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: name,
        input: input === '' ? '{}' : input,
      })),
  };
}

/** Some servers send the arguments as an object. */
function toText(input: unknown): string {
  if (typeof input === 'string') return input;
  return typeof input === 'object' && input !== null ? JSON.stringify(input) : '';
}
