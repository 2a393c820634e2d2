import type { Answer } from '../../../core/answer.ts';
import type { FunctionCall } from '../../../core/function-call.ts';
import { argumentPieces } from '../tools/argument-pieces.ts';
import { type ChatHead, toChatUsage, toChunk, toEvent, toPerplexityFields } from './chat-stream.ts';

/** The options for calls as a completion. */
export type ChatCallsOptions = {
  readonly head: ChatHead;
  readonly calls: readonly FunctionCall[];
  /** Has the sources of the arguments, and the tokens. */
  readonly answer: Answer;
  /** Whether the one call is written in the older field `function_call`. */
  readonly isOlder: boolean;
};

/** Calls of the caller's functions as a whole completion. */
export function toCallCompletion({ head, calls, answer, isOlder }: ChatCallsOptions) {
  const [first] = calls;
  const called = isOlder
    ? { function_call: first && { name: first.name, arguments: first.arguments } }
    : { tool_calls: calls.map((call) => toToolCall(call, call.arguments)) };
  const message = { role: 'assistant', content: null, refusal: null, annotations: [], ...called };
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reasonOf(isOlder) }],
    usage: usageOf(calls, answer),
    ...toPerplexityFields(answer.sources),
  };
}

/** The same calls as the chunks of a stream, with their arguments in pieces. */
export function* toCallChunks(
  { head, calls, answer, isOlder }: ChatCallsOptions,
  { wantsUsageChunk }: { readonly wantsUsageChunk: boolean },
): Generator<string> {
  const role = { role: 'assistant', content: null };
  yield toEvent({ ...toChunk(head, role), ...toPerplexityFields(answer.sources) });
  for (const [index, call] of calls.entries()) {
    const delta = (name: string | undefined, text: string) => {
      const called = { ...(name !== undefined && { name }), arguments: text };
      if (isOlder) return { function_call: called };
      return {
        tool_calls: [name === undefined ? { index, function: called } : { index, ...toToolCall(call, text) }],
      };
    };
    yield toEvent(toChunk(head, delta(call.name, '')));
    for (const piece of argumentPieces(call.arguments)) yield toEvent(toChunk(head, delta(undefined, piece)));
  }
  const usage = usageOf(calls, answer);
  const last = toChunk(head, {}, reasonOf(isOlder));
  yield toEvent({ ...last, usage, ...toPerplexityFields(answer.sources) });
  if (wantsUsageChunk) yield toEvent({ ...last, choices: [], usage });
}

function toToolCall({ id, name }: FunctionCall, text: string) {
  return { id, type: 'function', function: { name, arguments: text } };
}

function reasonOf(isOlder: boolean): string {
  return isOlder ? 'function_call' : 'tool_calls';
}

function usageOf(calls: readonly FunctionCall[], answer: Answer) {
  return toChatUsage(answer, calls.map((call) => call.arguments).join(''));
}
