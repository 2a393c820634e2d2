import { z } from 'zod';
import type { FunctionCall, Turn } from '../../../core/function-call.ts';
import { firstChars } from '../../../lib/text/text.ts';
import type { Message } from '../../conversation/conversation.ts';

/** A message with the calls that it makes, or whose result it is. */
export type CallingMessage = Message & {
  readonly calls?: readonly FunctionCall[];
  /** For a result: the id of its call; absent in interfaces whose results follow the order of the calls. */
  readonly callId?: string | undefined;
};

/** The maximum number of calls in one message. */
const MAX_CALLS = 128;
const MAX_QUESTIONS = 5;
/** The longest text of one message and the longest arguments of one call, in characters. */
const MAX_TURN_CHARS = 8000;
/** All texts and arguments together, in characters; older questions are left out. */
const MAX_CHARS = 60_000;
const MAX_INSTRUCTIONS_CHARS = 24_000;

/** The calls of a message in chat completions and in Ollama's interface. */
export const toolCalls = z
  .array(
    z.object({
      id: z.string().nullish(),
      function: z
        .object({
          name: z.string(),
          arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
        })
        .nullish(),
    }),
  )
  .max(MAX_CALLS);

/** These calls. A call without an id gets its place in the message as its id. */
export function toCalls(
  calls: z.infer<typeof toolCalls> | null | undefined,
  at: number,
): readonly FunctionCall[] {
  return (calls ?? []).flatMap(({ id, function: called }, place) => {
    if (called === null || called === undefined) return [];
    const { name, arguments: given } = called;
    const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    return [{ id: id || `call_${at}_${place}`, name, arguments: firstChars(text, MAX_TURN_CHARS) }];
  });
}

/** What the caller's program tells every model: its system and developer messages. */
export function toInstructions(messages: readonly Message[]): string {
  const texts = messages.filter(({ role }) => isInstruction(role)).map(({ text }) => text);
  return firstChars(texts.join('\n\n').trim(), MAX_INSTRUCTIONS_CHARS);
}

/**
 * The last questions of a conversation with the calls and results after them, for a model that may call
 * functions. Calls without a result and results without a call are left out, because models' APIs refuse
 * them. Empty if nobody asked anything.
 */
export function toTurns(messages: readonly CallingMessage[]): readonly Turn[] {
  const joined = withJoinedMessages(messages.filter(({ role }) => !isInstruction(role)));
  const recent = joined.slice(joined.flatMap(questionAt).slice(-MAX_QUESTIONS)[0] ?? joined.length);
  const turns = recent.flatMap((message, at): readonly Turn[] => {
    if (message.role === 'user') return [{ role: 'user', text: firstChars(message.text, MAX_TURN_CHARS) }];
    return message.role === 'assistant' ? toExchange(message, resultsAfter(recent, at)) : [];
  });
  const questions = turns.flatMap(questionAt);
  const start = questions.find((at) => lengthOf(turns.slice(at)) <= MAX_CHARS) ?? questions.at(-1);
  // The service itself is to write what follows, so an answer that was begun does not count.
  return turns.slice(start, turns.findLastIndex(({ role }) => role !== 'assistant') + 1);
}

function questionAt({ role }: { readonly role: string }, at: number): readonly number[] {
  return role === 'user' ? [at] : [];
}

/** Joins consecutive messages of the user or the assistant: files and calls are messages of their own. */
function withJoinedMessages(messages: readonly CallingMessage[]): readonly CallingMessage[] {
  const joined: CallingMessage[] = [];
  for (const message of messages) {
    const { role, text, calls = [] } = message;
    const last = joined.at(-1);
    if (role !== last?.role || isResult(role)) joined.push(message);
    else {
      const texts = [last.text, text].filter((each) => role === 'user' || each !== '');
      joined[joined.length - 1] = { role, text: texts.join('\n'), calls: [...(last.calls ?? []), ...calls] };
    }
  }
  return joined;
}

function isInstruction(role: string): boolean {
  return role === 'system' || role === 'developer';
}

function resultsAfter(messages: readonly CallingMessage[], at: number): readonly CallingMessage[] {
  const end = messages.findIndex(({ role }, place) => place > at && !isResult(role));
  return messages.slice(at + 1, end < 0 ? undefined : end);
}

/** `function` is the role of results in OpenAI's older interface. */
function isResult(role: string): boolean {
  return role === 'tool' || role === 'function';
}

function toExchange(
  { text, calls = [] }: CallingMessage,
  results: readonly CallingMessage[],
): readonly Turn[] {
  const unmatched = [...results];
  const pairs = calls.flatMap((call) => {
    const place = unmatched.findIndex(({ callId }) => callId === undefined || callId === call.id);
    const [result] = place < 0 ? [] : unmatched.splice(place, 1);
    return result === undefined ? [] : [{ call, result }];
  });
  const words = firstChars(text, MAX_TURN_CHARS);
  if (words === '' && pairs.length === 0) return [];
  return [
    { role: 'assistant', text: words, calls: pairs.map(({ call }) => call) },
    ...pairs.map(({ call: { id, name }, result }) => ({
      role: 'result' as const,
      id,
      name,
      text: firstChars(result.text, MAX_TURN_CHARS),
    })),
  ];
}

function lengthOf(turns: readonly Turn[]): number {
  const ofCalls = (turn: Turn) =>
    turn.role === 'assistant' ? turn.calls.reduce((sum, call) => sum + call.arguments.length, 0) : 0;
  return turns.reduce((sum, turn) => sum + turn.text.length + ofCalls(turn), 0);
}
