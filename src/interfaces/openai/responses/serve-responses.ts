import { collect } from '../../../answer/collect.ts';
import type { Answer } from '../../../core/answer.ts';
import { mapped } from '../../../core/mapped.ts';
import { textWithError } from '../../../render/text-with-error.ts';
import { questionOf, type RequestDeps } from '../../conversation/request-answer.ts';
import type { FindQuotes } from '../../conversation/url-citations.ts';
import { refuseWithoutText } from '../../conversation/written-answer.ts';
import type { InterfaceCall, InterfaceDeps } from '../../http/interface-deps.ts';
import { replyWithStream } from '../../http/stream.ts';
import { checkedData } from '../data/checked-data.ts';
import { decide } from '../tools/decide.ts';
import { replyWithFrames } from '../tools/reply-with-frames.ts';
import { type ConversationTokens, createConversationTokens } from './conversation-token.ts';
import { type ResponseDemand, readResponseRequest } from './request.ts';
import { type ResponseOptions, toWholeResponse } from './response.ts';
import { toCallEvents, toCallResponse } from './response-calls.ts';
import { toResponseStream } from './response-stream.ts';

/** The parts of the service that responses need. */
export type ResponseDeps = RequestDeps & Pick<InterfaceDeps, 'signingSecret'>;

/**
 * `POST /v1/responses`, and `/v1/agent` of Perplexity: answers the last message of a conversation, whole or
 * as a stream (Open Responses).
 * @throws the failures of the answer, and Failure for an invalid request
 */
export async function replyWithResponse(call: InterfaceCall, deps: ResponseDeps): Promise<void> {
  const { request, reply } = call;
  const tokens = createConversationTokens(await deps.signingSecret());
  const fallbackPreset = request.routeOptions.url?.endsWith('/agent') ? 'fast' : null;
  const demand = readResponseRequest(request.body, tokens.open, fallbackPreset);
  const question = questionOf(demand, call, deps);
  const decision = await decide(demand, { call, deps, question });
  if (decision.type === 'calls') {
    const options = toOptions(demand, { call, findPlaces: () => [], tokens });
    if (!demand.isStreamed) return void (await reply.send(toCallResponse(options, decision)));
    return replyWithFrames(call, toCallEvents(options, decision), { end: 'data: [DONE]\n\n' });
  }
  const { events, findPlaces } = decision;
  const found = toOptions(demand, { call, findPlaces, tokens });
  const options = decision.type === 'search' ? found : { ...found, searchItem: null };
  if (demand.isStreamed) return replyWithStream(call, events, toResponseStream(options));
  let { words } = options;
  const noted = mapped(events, (event) => {
    if (event.type === 'search-end') words = event.query ?? words;
    return event;
  });
  const { answer } = await collect(noted);
  refuseWithoutText(answer);
  const text = (options.finished ?? textWithError)(answer);
  await reply.send(toWholeResponse(options, { answer, text, words }));
}

function toOptions(
  demand: ResponseDemand,
  { call, findPlaces, tokens }: { call: InterfaceCall; findPlaces: FindQuotes; tokens: ConversationTokens },
): ResponseOptions {
  const { model, repeated, conversation, data, searchItem } = demand;
  const { text, history } = conversation;
  const { id } = call.request;
  return {
    head: { model, createdAt: Math.floor(Date.now() / 1000), repeated },
    words: text.trim(),
    searchItem,
    itemIds: { search: `ws_${id}`, message: `msg_${id}` },
    idAfter: (answer) => tokens.seal([...history, { question: text, answer }]),
    finished: data === null ? null : (answer: Answer) => checkedData(answer, data),
    findPlaces,
  };
}
