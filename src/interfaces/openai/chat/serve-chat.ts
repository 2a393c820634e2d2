import { collect } from '../../../answer/collect.ts';
import type { Answer } from '../../../core/answer.ts';
import { textWithError } from '../../../render/text-with-error.ts';
import { questionOf, type RequestDeps } from '../../conversation/request-answer.ts';
import { type FindQuotes, toUrlCitations } from '../../conversation/url-citations.ts';
import { refuseWithoutText } from '../../conversation/written-answer.ts';
import type { InterfaceCall } from '../../http/interface-deps.ts';
import { replyWithStream } from '../../http/stream.ts';
import { checkedData } from '../data/checked-data.ts';
import { decide } from '../tools/decide.ts';
import { replyWithFrames } from '../tools/reply-with-frames.ts';
import { toCallChunks, toCallCompletion } from './chat-calls.ts';
import {
  type ChatHead,
  finishReasonOf,
  toAnnotations,
  toChatStream,
  toChatUsage,
  toPerplexityFields,
} from './chat-stream.ts';
import { readChatRequest } from './request.ts';

/**
 * `POST /v1/chat/completions`: answers the last message of a conversation, whole or as a stream. @throws the
 * failures of the answer, and Failure for an invalid request
 */
export async function replyToChat(call: InterfaceCall, deps: RequestDeps): Promise<void> {
  const { request, reply } = call;
  const now = new Date();
  const demand = readChatRequest(request.body, now);
  const question = questionOf(demand, call, deps);
  const created = Math.floor(now.getTime() / 1000);
  const head: ChatHead = { id: `chatcmpl-${request.id}`, created, model: demand.model };
  const decision = await decide(demand, { call, deps, question });
  const { data, isOlder } = demand;
  if (decision.type === 'calls') {
    const options = { head, calls: decision.calls, answer: decision.answer, isOlder };
    if (!demand.isStreamed) return void (await reply.send(toCallCompletion(options)));
    return replyWithFrames(call, toCallChunks(options, demand), { end: 'data: [DONE]\n\n' });
  }
  const { events, findPlaces } = decision;
  const finished = data === null ? null : (answer: Answer) => checkedData(answer, data);
  if (demand.isStreamed) {
    const { wantsUsageChunk } = demand;
    const format = toChatStream({ head, wantsUsageChunk, finished, findPlaces });
    return replyWithStream(call, events, format);
  }
  const { answer } = await collect(events);
  refuseWithoutText(answer);
  const text = (finished ?? textWithError)(answer);
  await reply.send(toCompletion(head, { answer, text, findPlaces }));
}

/** A whole answer as a chat completion. `text` is the text of the answer, or its data. */
export function toCompletion(
  head: ChatHead,
  { answer, text, findPlaces }: { answer: Answer; text: string; findPlaces: FindQuotes },
) {
  const { sources } = answer;
  const annotations = toAnnotations(toUrlCitations(text, sources, { findPlaces }));
  const message = { role: 'assistant', content: text, refusal: null, annotations };
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReasonOf(answer) }],
    usage: toChatUsage(answer, text),
    ...toPerplexityFields(sources),
  };
}
