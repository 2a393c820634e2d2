import { queryWithoutModel, readReply } from '../../src/write/understand.ts';
import { type Conversation, isRightQuery } from './conversations.ts';

/** Whether the last message of a conversation was understood: the right query, or none where none is needed. */
export function isUnderstood({ history, message, expect }: Conversation, reply: string | null): boolean {
  const question = { text: message, history };
  const read = reply === null ? null : readReply(reply, question);
  if (read === 'none') return expect.kind !== 'search';
  if (expect.kind !== 'search') return false;
  return isRightQuery(read?.query ?? queryWithoutModel(question), expect);
}
