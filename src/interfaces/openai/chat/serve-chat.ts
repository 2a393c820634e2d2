import type { InterfaceCall, InterfaceDeps } from '../../http/interface-deps.ts';
import { DONE_FRAME } from '../../http/stream.ts';
import { type ReplyFormat, replyToConversation } from '../tools/reply-to-conversation.ts';
import { createChatWriter } from './chat-stream.ts';
import { type ChatOptions, toCompletion } from './completion.ts';
import { readChatRequest } from './request.ts';

/**
 * `POST /v1/chat/completions`: answers the last message of a conversation, whole or as a stream. @throws the
 * failures of the answer, and Failure for an invalid request
 */
export async function replyToChat(call: InterfaceCall, deps: InterfaceDeps): Promise<void> {
  const { request } = call;
  const now = new Date();
  const demand = readChatRequest(request.body, now);
  const created = Math.floor(now.getTime() / 1000);
  const options = { ...demand, id: `chatcmpl-${request.id}`, created };
  await replyToConversation(demand, toChatFormat(options), { call, deps });
}

/** The format of chat completions. */
export function toChatFormat(options: ChatOptions): ReplyFormat {
  return {
    toBody: (answer, written) => toCompletion(options, answer, written),
    createWriter: (written) => createChatWriter(options, written),
    end: DONE_FRAME,
  };
}
