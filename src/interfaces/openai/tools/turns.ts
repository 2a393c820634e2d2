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
  const texts = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ text }) => text);
  return firstChars(texts.join('\n\n').trim(), MAX_INSTRUCTIONS_CHARS);
}

/**
 * The last questions of a conversation with the calls and results after them, for a model that may call
 * functions. Calls without a result and results without a call are left out, because models' APIs refuse
 * them. Empty if nobody asked anything.
 */
export function toTurns(messages: readonly CallingMessage[]): readonly Turn[] {
  const spoken = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  const questions = groupedByQuestion(withJoinedCalls(spoken)).slice(-MAX_QUESTIONS).map(toGroup);
  while (questions.length > 1 && lengthOf(questions.flat()) > MAX_CHARS) questions.shift();
  const turns = questions.flat();
  // The service itself is to write what follows, so an answer that was begun does not count.
  const end = turns.findLastIndex(({ role }) => role !== 'assistant');
  return turns.slice(0, end + 1);
}

/** Joins the messages of an assistant that follow each other: responses have an item for each call. */
function withJoinedCalls(messages: readonly CallingMessage[]): readonly CallingMessage[] {
  const groups: CallingMessage[][] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    if (message.role === 'assistant' && last?.[0]?.role === 'assistant') last.push(message);
    else groups.push([message]);
  }
  return groups.flatMap((group): readonly CallingMessage[] => {
    if (group.length < 2) return group;
    const texts = group.map(({ text }) => text).filter((text) => text !== '');
    return [{ role: 'assistant', text: texts.join('\n'), calls: group.flatMap(({ calls = [] }) => calls) }];
  });
}

/** Each group begins with the messages of the user. */
function groupedByQuestion(messages: readonly CallingMessage[]): readonly (readonly CallingMessage[])[] {
  const groups: CallingMessage[][] = [];
  let previous = '';
  for (const message of messages) {
    if (message.role === 'user' && previous !== 'user') groups.push([message]);
    else groups.at(-1)?.push(message);
    previous = message.role;
  }
  return groups;
}

function toGroup(messages: readonly CallingMessage[]): readonly Turn[] {
  const questions = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
  const turns: Turn[] = [{ role: 'user', text: firstChars(questions.join('\n'), MAX_TURN_CHARS) }];
  for (const [at, message] of messages.entries())
    if (message.role === 'assistant') turns.push(...toExchange(message, resultsAfter(messages, at)));
  return turns;
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
  const left = [...results];
  const pairs = calls.flatMap((call) => {
    const place = left.findIndex(({ callId }) => callId === undefined || callId === call.id);
    const [result] = place < 0 ? [] : left.splice(place, 1);
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
