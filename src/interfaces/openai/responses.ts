import { z } from 'zod';
import type { Answer } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure, toFailure } from '../../core/failure.ts';
import type { KeptStream, StreamName } from '../../core/service.ts';
import { nameOfModel } from '../conversation/models.ts';
import { type AnswerWriter, type ReplyFormat, replyToConversation } from '../conversation/reply.ts';
import type { FunctionCall, UrlCitation, WrittenText } from '../conversation/written-text.ts';
import { beginKept, type InterfaceCall, type InterfaceDeps, streamName } from '../http/call-service.ts';
import type { Problem } from '../http/problems.ts';
import { DONE_FRAME, HEARTBEAT, replyWithStream, toEventFrame } from '../http/stream.ts';
import { KEPT_MARK, openConversation, sealConversation } from './conversation-token.ts';
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
export async function replyWithResponse(call: InterfaceCall): Promise<void> {
  const { request, deps } = call;
  const secret = await deps.signingSecret();
  const fallbackPreset = request.routeOptions.url?.endsWith('/agent') ? 'fast' : null;
  const demand = readResponseRequest(
    request.body,
    (id) => openConversation(id, secret),
    deps.collectionsOf(deps.callerOf(request)),
    fallbackPreset,
  );
  const isKept = demand.repeated.background === true;
  const kept = isKept ? beginKept(call) : null;
  try {
    const format = toResponseFormat(toOptions(demand, call, { secret, kept }));
    await replyToConversation(demand, format, call, kept);
  } catch (error) {
    // The request was refused before anything was recorded.
    kept?.drop();
    throw error;
  }
}

/**
 * `GET /v1/responses/ID`: a response that is made in the background, as it is now, or with `stream=true` its
 * events, from the one after `starting_after`.
 * @throws Failure `not-found` for any other id
 */
export async function replyWithKept(call: InterfaceCall): Promise<void> {
  const { request, reply, deps } = call;
  const { stream, starting_after: after } = keptQuery.parse(request.query);
  const name = keptName(call);
  if (stream !== 'true') return void (await reply.send(await stateOf(name, deps, false)));
  const events = await deps.streams.read(name, { from: after + 1, follow: true });
  if (events === null) throw noResponse();
  const failure = (problem: Problem) =>
    toEventFrame({ ...toErrorBody(problem).error, type: 'error' }, { event: 'error' });
  return replyWithStream(call, events, { frame: (event) => event, failure, heartbeat: HEARTBEAT });
}

/** `POST /v1/responses/ID/cancel`: ends a response that is made in the background. */
export async function cancelKept(call: InterfaceCall): Promise<void> {
  const { reply, deps } = call;
  const name = keptName(call);
  if (!(await deps.streams.stop(name))) throw noResponse();
  await reply.send(await stateOf(name, deps, true));
}

const keptQuery = z.object({
  stream: z.string().optional().catch(undefined),
  starting_after: z.coerce.number().int().min(-1).max(Number.MAX_SAFE_INTEGER).catch(-1),
});

function keptName(call: InterfaceCall): StreamName {
  const { id } = z.object({ id: z.string() }).parse(call.request.params);
  return streamName(call, id.split(KEPT_MARK)[1] ?? '');
}

function noResponse(): Failure {
  return new Failure('not-found', 'No response with this id is kept for this key.');
}

/** The last state of a response that its events have, once it has ended if it is waited for. */
async function stateOf(name: StreamName, { streams }: InterfaceDeps, follow: boolean): Promise<object> {
  const events = await streams.read(name, { from: 0, follow });
  if (events === null) throw noResponse();
  let response: object = {};
  try {
    for await (const event of events) ({ response = response } = dataOf(event));
  } catch (error) {
    const { code, message } = toFailure(error);
    return { ...response, status: 'failed', error: { code, message } };
  }
  return response;
}

/** The data of an event that this file wrote. */
function dataOf(event: string): { readonly response?: object } {
  const [, data = ''] = /^data: (\{.*)$/m.exec(event) ?? [];
  return data === '' ? {} : JSON.parse(data);
}

/** The format of responses. */
function toResponseFormat(options: ResponseOptions): ReplyFormat {
  return {
    toBody: (answer, written) => toWholeResponse(options, answer, written),
    toBegun: () => toResponse(options, { id: options.idAfter(''), status: 'queued', output: [] }),
    createWriter: (written) => new ResponseWriter(options, written),
    end: DONE_FRAME,
    heartbeat: HEARTBEAT,
  };
}

function toOptions(
  { repeated, conversation, searchItem, ...chosen }: ResponseDemand,
  { request: { id } }: InterfaceCall,
  { secret, kept }: { readonly secret: string; readonly kept: KeptStream | null },
): ResponseOptions {
  const { text, history } = conversation;
  const seal = (answer: string, answerId?: string) =>
    sealConversation([...history, { question: text, answer, ...(answerId && { answerId }) }], secret);
  // A response that is kept is found by the id that it had first.
  const keptId = kept && `${seal('')}${KEPT_MARK}${kept.id}`;
  return {
    model: nameOfModel(chosen),
    createdAtSeconds: Math.floor(Date.now() / 1000),
    repeated,
    question: text.trim(),
    searchItem,
    itemIds: { search: `ws_${id}`, message: `msg_${id}` },
    idAfter: (answer, answerId) => keptId ?? seal(answer, answerId),
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
  /** The state before the work begins, for a response that is kept. */
  readonly start: string | undefined;

  constructor(options: ResponseOptions, written: WrittenText) {
    this.#options = options;
    this.#written = written;
    this.#searchItem = written.call === null ? options.searchItem : null;
    this.#id = options.idAfter('');
    if (options.repeated.background !== true) return;
    const queued = { status: 'queued' } as const;
    this.start = this.#writeState('response.created', queued) + this.#writeState('response.queued', queued);
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
    if (problem.code === 'cancelled') return this.#writeState('response.cancelled', { status: 'cancelled' });
    const begun = this.#begin();
    return begun + this.#writeState('response.failed', { status: 'failed', error: { code, message } });
  };

  #begin(): string {
    if (this.#phase !== 'new') return '';
    this.#phase = 'searching';
    const created = this.start === undefined ? this.#writeState('response.created') : '';
    const states = created + this.#writeState('response.in_progress');
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
