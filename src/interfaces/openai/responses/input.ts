import { z } from 'zod';
import { Failure } from '../../../core/failure.ts';
import { content, toMessage } from '../../conversation/conversation.ts';
import type { CallingMessage } from '../tools/turns.ts';

/** A message, a call of a function, its result, or another item, which has no meaning here. */
export const inputItem = z.object({
  type: z.string().nullish(),
  role: z.string().nullish(),
  content: content.nullish(),
  call_id: z.string().nullish(),
  name: z.string().nullish(),
  arguments: z.string().nullish(),
  output: content.nullish(),
});

/**
 * The conversation. A reference to an earlier item counts as an answer whose text is unknown, and so does a
 * call.
 * @throws Failure `invalid-question` for results whose question and calls were not sent: nothing is stored
 */
export function toMessages(input: string | readonly z.infer<typeof inputItem>[]): readonly CallingMessage[] {
  if (typeof input === 'string') return [{ role: 'user', text: input }];
  const messages = input.flatMap(({ type, role, content: given, ...item }): CallingMessage[] => {
    const callId = item.call_id ?? '';
    if (type === 'item_reference') return [{ role: 'assistant', text: '' }];
    if (type === 'function_call' && item.name) {
      const call = { id: callId, name: item.name, arguments: item.arguments ?? '' };
      return [{ role: 'assistant', text: '', calls: [call] }];
    }
    if (type === 'function_call_output') return [{ ...toMessage('tool', item.output), callId }];
    const isMessage = type === 'message' || type === null || type === undefined;
    return isMessage && role ? [toMessage(role, given)] : [];
  });
  const has = (wanted: string) => messages.some(({ role }) => role === wanted);
  if (!has('tool') || has('user')) return messages;
  throw new Failure(
    'invalid-question',
    'Calls are not stored: send the question and the `function_call` items as `input`, before their results.',
  );
}
