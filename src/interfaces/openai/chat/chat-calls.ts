import type { FunctionCall } from '../../../core/function-call.ts';
import { toEventFrame } from '../../http/event-frame.ts';
import { argumentPieces } from '../tools/argument-pieces.ts';
import type { Called } from '../tools/decide.ts';
import { type ChatOptions, toChunk, toCompletion, toLastChunks, toPerplexityFields } from './completion.ts';

/** Calls of the caller's functions as a whole completion. */
export function toCallCompletion(options: ChatOptions, { calls, answer }: Called) {
  const { isOlder } = options;
  const [first] = calls;
  const called = isOlder
    ? { function_call: first && { name: first.name, arguments: first.arguments } }
    : { tool_calls: calls.map((call) => toToolCall(call, call.arguments)) };
  const message = { role: 'assistant', content: null, refusal: null, annotations: [], ...called };
  return toCompletion(options, message, { answer, text: argumentsOf(calls), reason: reasonOf(isOlder) });
}

/** The same calls as the chunks of a stream, with their arguments in pieces. */
export function* toCallChunks(options: ChatOptions, { calls, answer }: Called): Generator<string> {
  const { isOlder } = options;
  const role = { role: 'assistant', content: null };
  yield toEventFrame({ ...toChunk(options, role), ...toPerplexityFields(answer.sources) });
  for (const [index, call] of calls.entries()) {
    const delta = (name: string | undefined, text: string) => {
      const called = { ...(name !== undefined && { name }), arguments: text };
      if (isOlder) return { function_call: called };
      return {
        tool_calls: [name === undefined ? { index, function: called } : { index, ...toToolCall(call, text) }],
      };
    };
    yield toEventFrame(toChunk(options, delta(call.name, '')));
    for (const piece of argumentPieces(call.arguments))
      yield toEventFrame(toChunk(options, delta(undefined, piece)));
  }
  yield toLastChunks(options, {}, { answer, text: argumentsOf(calls), reason: reasonOf(isOlder) });
}

function toToolCall({ id, name }: FunctionCall, text: string) {
  return { id, type: 'function', function: { name, arguments: text } };
}

function reasonOf(isOlder: boolean): string {
  return isOlder ? 'function_call' : 'tool_calls';
}

function argumentsOf(calls: readonly FunctionCall[]): string {
  return calls.map((call) => call.arguments).join('');
}
