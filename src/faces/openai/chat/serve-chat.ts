import { collect } from '../../../answer/collect.ts';
import type { Answer } from '../../../core/terms.ts';
import { toldText } from '../../../core/told-text.ts';
import type { FaceCall } from '../../http/face-parts.ts';
import { replyWithStream } from '../../http/stream.ts';
import { checkedData } from '../data/checked-data.ts';
import { type AskingParts, questionOf } from '../shared/asking.ts';
import { type FindPlaces, toUrlCitations } from '../shared/url-citations.ts';
import { refuseWithoutText } from '../shared/written-answer.ts';
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
export async function replyToChat(call: FaceCall, parts: AskingParts): Promise<void> {
  const { request, reply } = call;
  const now = new Date();
  const asked = readChatRequest(request.body, now);
  const question = questionOf(asked, call, parts);
  const created = Math.floor(now.getTime() / 1000);
  const head: ChatHead = { id: `chatcmpl-${request.id}`, created, model: asked.model };
  const decision = await decide(asked, { call, parts, question });
  const { data, isOlder } = asked;
  if (decision.type === 'calls') {
    const options = { head, calls: decision.calls, answer: decision.answer, isOlder };
    if (!asked.isStreamed) return void (await reply.send(toCallCompletion(options)));
    return replyWithFrames(call, toCallChunks(options, asked), { end: 'data: [DONE]\n\n' });
  }
  const { events, findPlaces } = decision;
  const finished = data === null ? null : (answer: Answer) => checkedData(answer, data);
  if (asked.isStreamed) {
    const { wantsUsageChunk } = asked;
    const format = toChatStream({ head, wantsUsageChunk, finished, findPlaces });
    return replyWithStream(call, events, format);
  }
  const { answer } = await collect(events);
  refuseWithoutText(answer);
  const text = (finished ?? toldText)(answer);
  await reply.send(toCompletion(head, { answer, text, findPlaces }));
}

/** A whole answer as a chat completion. `text` is the text of the answer, or its data. */
export function toCompletion(
  head: ChatHead,
  { answer, text, findPlaces }: { answer: Answer; text: string; findPlaces: FindPlaces },
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
