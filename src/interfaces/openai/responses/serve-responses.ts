import type { InterfaceCall, InterfaceDeps } from '../../http/interface-deps.ts';
import { DONE_FRAME, HEARTBEAT } from '../../http/stream.ts';
import { type ReplyFormat, replyToConversation } from '../reply/reply-to-conversation.ts';
import { type ConversationTokens, createConversationTokens } from './conversation-token.ts';
import { type ResponseDemand, readResponseRequest } from './request.ts';
import { type ResponseOptions, toWholeResponse } from './response.ts';
import { ResponseWriter } from './response-stream.ts';

/**
 * `POST /v1/responses`, and `/v1/agent` of Perplexity: answers the last message of a conversation, whole or
 * as a stream (Open Responses).
 * @throws the failures of the answer, and Failure for an invalid request
 */
export async function replyWithResponse(call: InterfaceCall, deps: InterfaceDeps): Promise<void> {
  const { request } = call;
  const tokens = createConversationTokens(await deps.signingSecret());
  const fallbackPreset = request.routeOptions.url?.endsWith('/agent') ? 'fast' : null;
  const demand = readResponseRequest(request.body, tokens.open, fallbackPreset);
  await replyToConversation(demand, toResponseFormat(toOptions(demand, call, tokens)), { call, deps });
}

/** The format of responses. */
export function toResponseFormat(options: ResponseOptions): ReplyFormat {
  return {
    toBody: (answer, written) => toWholeResponse(options, answer, written),
    createWriter: (written) => new ResponseWriter(options, written),
    end: DONE_FRAME,
    heartbeat: HEARTBEAT,
  };
}

function toOptions(
  { model, repeated, conversation, searchItem }: ResponseDemand,
  { request: { id } }: InterfaceCall,
  tokens: ConversationTokens,
): ResponseOptions {
  const { text, history } = conversation;
  return {
    model,
    createdAtSeconds: Math.floor(Date.now() / 1000),
    repeated,
    question: text.trim(),
    searchItem,
    itemIds: { search: `ws_${id}`, message: `msg_${id}` },
    idAfter: (answer, answerId) =>
      tokens.seal([...history, { question: text, answer, ...(answerId && { answerId }) }]),
  };
}
