import type { RequestDeps } from '../../conversation/request-answer.ts';
import { toUrlCitations } from '../../conversation/url-citations.ts';
import { DONE_FRAME } from '../../http/event-frame.ts';
import type { InterfaceCall } from '../../http/interface-deps.ts';
import { type ReplyFormat, replyToConversation } from '../tools/reply-to-conversation.ts';
import { toCallChunks, toCallCompletion } from './chat-calls.ts';
import { createChatWriter } from './chat-stream.ts';
import { type ChatOptions, finishReasonOf, toAnnotations, toCompletion } from './completion.ts';
import { readChatRequest } from './request.ts';

/**
 * `POST /v1/chat/completions`: answers the last message of a conversation, whole or as a stream. @throws the
 * failures of the answer, and Failure for an invalid request
 */
export async function replyToChat(call: InterfaceCall, deps: RequestDeps): Promise<void> {
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
    toBody(answer, { text: { sent: text }, findPlaces }) {
      const annotations = toAnnotations(toUrlCitations(text, answer.sources, { findPlaces }));
      const message = { role: 'assistant', content: text, refusal: null, annotations };
      return toCompletion(options, message, { answer, text, reason: finishReasonOf(answer) });
    },
    createWriter: (written) => createChatWriter(options, written),
    toCallBody: (called) => toCallCompletion(options, called),
    toCallFrames: (called) => toCallChunks(options, called),
    end: DONE_FRAME,
  };
}
