import type { Answer } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { type AnswerWriter, type ReplyFormat, replyToConversation } from '../conversation/reply.ts';
import type { UrlCitation } from '../conversation/url-citations.ts';
import type { FunctionCall, WrittenText } from '../conversation/written-text.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/call-service.ts';
import type { Problem } from '../http/problems.ts';
import { DONE_FRAME, HEARTBEAT, toEventFrame } from '../http/stream.ts';
import { type ConversationTokens, createConversationTokens } from './conversation-token.ts';
import { toErrorBody } from './error-body.ts';
import {
  type OutputItem,
  type ResponseOptions,
  type ResponseState,
  statusOf,
  toFunctionCall,
  toMessage,
  toOutputText,
  toResponse,
  toSearchCall,
  toSearchItem,
  toWholeResponse,
} from './response.ts';

import { type ResponseDemand, readResponseRequest } from './responses-request.ts';

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
  await replyToConversation(demand, toResponseFormat(toOptions(demand, call, tokens)), call, deps);
}

/** The format of responses. */
function toResponseFormat(options: ResponseOptions): ReplyFormat {
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

/**
 * Writes the events of an answer as the events of an Open Responses response, numbered from 0. All events
 * have the same id, because clients refuse a stream in which it changes. The id is sent before there is an
 * answer, so it contains the conversation up to the question.
 */
class ResponseWriter implements AnswerWriter {
  readonly #options: ResponseOptions;
  readonly #written: WrittenText;
  readonly #searchItem: ResponseOptions['searchItem'];
  readonly #id: string;
  readonly #output: OutputItem[] = [];
  #phase: 'new' | 'searching' | 'searched' | 'writing' = 'new';
  #sequence = 0;
  #annotationCount = 0;

  constructor(options: ResponseOptions, written: WrittenText) {
    this.#options = options;
    this.#written = written;
    this.#searchItem = written.call === null ? options.searchItem : null;
    this.#id = options.idAfter('');
  }

  /** The frames that an event adds; `piece` is the text that it adds. */
  readonly frame = (event: AnswerEvent, piece: string): string => {
    const isEnd = event.type === 'answer-end';
    let frames = this.#begin();
    const { call } = this.#written;
    if (call !== null)
      return isEnd ? frames + this.#writeCall(call) + this.#end(event.answer, 'completed') : frames;
    if (event.type === 'sources' || piece !== '' || isEnd) frames += this.#endSearch();
    if (piece !== '' || isEnd) frames += this.#beginText();
    if (piece !== '') frames += this.#writePiece(piece);
    return isEnd ? frames + this.#endText(event.answer) : frames;
  };

  readonly failure = (problem: Problem): string => {
    const { type: code, message } = toErrorBody(problem).error;
    const begun = this.#begin();
    return begun + this.#writeState('response.failed', { status: 'failed', error: { code, message } });
  };

  #begin(): string {
    if (this.#phase !== 'new') return '';
    this.#phase = 'searching';
    const states = this.#writeState('response.created') + this.#writeState('response.in_progress');
    if (this.#searchItem !== 'web_search_call') return states;
    const { search } = this.#options.itemIds;
    const item = toSearchCall(search, 'in_progress', { ...this.#found, sources: [] });
    const place = { item_id: search, output_index: 0 };
    return (
      states +
      this.#writeItem('added', item) +
      this.#write('response.web_search_call.in_progress', place) +
      this.#write('response.web_search_call.searching', place)
    );
  }

  #endSearch(): string {
    if (this.#phase !== 'searching') return '';
    this.#phase = 'searched';
    const { search } = this.#options.itemIds;
    if (this.#searchItem === null) return '';
    const item = toSearchItem(this.#searchItem, search, this.#found);
    const change =
      this.#searchItem === 'search_results'
        ? this.#writeItem('added', item)
        : this.#write('response.web_search_call.completed', { item_id: search, output_index: 0 });
    return change + this.#writeItem('done', item);
  }

  get #found() {
    const { searchQuery, sources } = this.#written;
    return { words: searchQuery ?? this.#options.question, sources };
  }

  #beginText(): string {
    if (this.#phase !== 'searched') return '';
    this.#phase = 'writing';
    const item = this.#writeItem('added', toMessage(this.#options.itemIds.message, 'in_progress', []));
    return item + this.#writeText('response.content_part.added', { part: toOutputText('', []) });
  }

  #writePiece(piece: string): string {
    const delta = this.#writeText('response.output_text.delta', { delta: piece, logprobs: [] });
    return delta + this.#annotate(this.#written.takeCitationsOf(piece));
  }

  #annotate(added: readonly UrlCitation[]): string {
    const frames = toOutputText('', added).annotations.map((annotation) => {
      const annotation_index = this.#annotationCount++;
      return this.#writeText('response.output_text.annotation.added', { annotation_index, annotation });
    });
    return frames.join('');
  }

  #endText(answer: Answer): string {
    const { sent: text, citations } = this.#written;
    const part = toOutputText(text, citations);
    const item = toMessage(this.#options.itemIds.message, statusOf(answer), [part]);
    return (
      this.#annotate(this.#written.takeCitations()) +
      this.#writeText('response.output_text.done', { text, logprobs: [] }) +
      this.#writeText('response.content_part.done', { part }) +
      this.#writeItem('done', item) +
      this.#end(answer, statusOf(answer))
    );
  }

  #writeCall(call: FunctionCall): string {
    const { sent: text } = this.#written;
    const item = toFunctionCall(call, text, 'completed');
    const place = { item_id: item.id, output_index: this.#output.length };
    return [
      this.#writeItem('added', toFunctionCall(call, '', 'in_progress')),
      this.#write('response.function_call_arguments.delta', { ...place, delta: text }),
      this.#write('response.function_call_arguments.done', { ...place, arguments: text }),
      this.#writeItem('done', item),
    ].join('');
  }

  #end(answer: Answer, status: 'completed' | 'incomplete'): string {
    return this.#writeState(`response.${status}`, {
      status,
      usage: this.#written.tokensOf(answer),
      unfinished: answer.unfinished,
    });
  }

  #writeState(type: string, state: Partial<ResponseState> = {}): string {
    const now = { id: this.#id, status: 'in_progress', output: this.#output } as const;
    return this.#write(type, { response: toResponse(this.#options, { ...now, ...state }) });
  }

  #writeItem(change: 'added' | 'done', item: OutputItem): string {
    const output_index = this.#output.length;
    if (change === 'done') this.#output.push(item);
    return this.#write(`response.output_item.${change}`, { output_index, item });
  }

  /** An event about the text, with its place in the output. */
  #writeText(type: string, data: object): string {
    const item_id = this.#options.itemIds.message;
    return this.#write(type, { item_id, output_index: this.#output.length, content_index: 0, ...data });
  }

  #write(type: string, data: object): string {
    const numbered = { type, sequence_number: this.#sequence++, ...data };
    return toEventFrame(numbered, { event: type });
  }
}
