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
  toFunctionCall,
  toMessage,
  toOutputText,
  toResponse,
  toSearchCall,
  toSearchResults,
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
    toBody(answer, written) {
      const id = written.call ? options.idAfter('') : options.idAfter(written.sent, answer.answerId);
      const writer = new ResponseWriter(id, options, written);
      writer.frame({ type: 'answer-end', answer }, '');
      return writer.response;
    },
    toBegun: () => toResponse(options, { id: options.idAfter(''), status: 'queued', output: [] }),
    createWriter: (written) => new ResponseWriter(options.idAfter(''), options, written),
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
 * have the same id, because clients refuse a stream in which it changes. In a stream, it is sent before there
 * is an answer, so it contains the conversation up to the question.
 */
class ResponseWriter implements AnswerWriter {
  /** The state before the work begins, for a response that is kept. */
  readonly start: string | undefined;
  /** The response after the last event that has it. */
  response: ReturnType<typeof toResponse>;
  readonly #options: ResponseOptions;
  readonly #written: WrittenText;
  readonly #searchItem: ResponseOptions['searchItem'];
  readonly #output: OutputItem[] = [];
  #phase: 'new' | 'searching' | 'searched' | 'writing' = 'new';
  #sequence = 0;
  #annotationCount = 0;
  /** What the event that is being written adds to the stream. */
  #frames: string[] = [];

  constructor(id: string, options: ResponseOptions, written: WrittenText) {
    this.#options = options;
    this.#written = written;
    this.#searchItem = written.call === null ? options.searchItem : null;
    this.response = toResponse(options, { id, status: 'queued', output: [] });
    if (options.repeated.background !== true) return;
    this.#write('response.created', { response: this.response });
    this.#write('response.queued', { response: this.response });
    this.start = this.#takeFrames();
  }

  /** The frames that an event adds; `piece` is the text that it adds. */
  readonly frame = (event: AnswerEvent, piece: string): string => {
    const answer = event.type === 'answer-end' ? event.answer : null;
    const { call } = this.#written;
    this.#begin();
    if (call !== null) {
      if (answer !== null) this.#writeCall(call, answer);
      return this.#takeFrames();
    }
    if (event.type === 'sources' || piece !== '' || answer !== null) this.#endSearch();
    if (piece !== '' || answer !== null) this.#beginText();
    if (piece !== '') this.#writePiece(piece);
    if (answer !== null) this.#endText(answer);
    return this.#takeFrames();
  };

  readonly failure = (problem: Problem): string => {
    const { type: code, message } = toErrorBody(problem).error;
    if (problem.code === 'cancelled') this.#writeState('response.cancelled', { status: 'cancelled' });
    else {
      this.#begin();
      this.#writeState('response.failed', { status: 'failed', error: { code, message } });
    }
    return this.#takeFrames();
  };

  #begin(): void {
    if (this.#phase !== 'new') return;
    this.#phase = 'searching';
    if (this.start === undefined) this.#writeState('response.created');
    this.#writeState('response.in_progress');
    if (this.#searchItem !== 'web_search_call') return;
    const { search } = this.#options.itemIds;
    const place = { item_id: search, output_index: 0 };
    this.#writeItem('added', toSearchCall(search, 'in_progress', { ...this.#found, sources: [] }));
    this.#write('response.web_search_call.in_progress', place);
    this.#write('response.web_search_call.searching', place);
  }

  #endSearch(): void {
    if (this.#phase !== 'searching') return;
    this.#phase = 'searched';
    if (this.#searchItem === null) return;
    const { search } = this.#options.itemIds;
    const isCall = this.#searchItem === 'web_search_call';
    const item = isCall ? toSearchCall(search, 'completed', this.#found) : toSearchResults(this.#found);
    if (isCall) this.#write('response.web_search_call.completed', { item_id: search, output_index: 0 });
    else this.#writeItem('added', item);
    this.#writeItem('done', item);
  }

  get #found() {
    const { searchQuery, sources } = this.#written;
    return { words: searchQuery ?? this.#options.question, sources };
  }

  #beginText(): void {
    if (this.#phase !== 'searched') return;
    this.#phase = 'writing';
    this.#writeItem('added', toMessage(this.#options.itemIds.message, 'in_progress', []));
    this.#writeText('response.content_part.added', { part: toOutputText('', []) });
  }

  #writePiece(piece: string): void {
    this.#writeText('response.output_text.delta', { delta: piece, logprobs: [] });
    this.#annotate(this.#written.takeCitationsOf(piece));
  }

  #annotate(added: readonly UrlCitation[]): void {
    for (const annotation of toOutputText('', added).annotations) {
      const annotation_index = this.#annotationCount++;
      this.#writeText('response.output_text.annotation.added', { annotation_index, annotation });
    }
  }

  #endText(answer: Answer): void {
    const { sent: text, citations } = this.#written;
    this.#annotate(this.#written.takeCitations());
    const status = answer.unfinished === undefined ? 'completed' : 'incomplete';
    const part = toOutputText(text, citations);
    this.#writeText('response.output_text.done', { text, logprobs: [] });
    this.#writeText('response.content_part.done', { part });
    this.#writeItem('done', toMessage(this.#options.itemIds.message, status, [part]));
    this.#end(answer, status);
  }

  #writeCall(call: FunctionCall, answer: Answer): void {
    const { sent: text } = this.#written;
    const item = toFunctionCall(call, text, 'completed');
    const place = { item_id: item.id, output_index: this.#output.length };
    this.#writeItem('added', toFunctionCall(call, '', 'in_progress'));
    this.#write('response.function_call_arguments.delta', { ...place, delta: text });
    this.#write('response.function_call_arguments.done', { ...place, arguments: text });
    this.#writeItem('done', item);
    this.#end(answer, 'completed');
  }

  #end(answer: Answer, status: 'completed' | 'incomplete'): void {
    const usage = this.#written.tokensOf(answer);
    this.#writeState(`response.${status}`, { status, usage, unfinished: answer.unfinished });
  }

  #writeState(type: string, state: Partial<ResponseState> = {}): void {
    const { id } = this.response;
    const now = { id, status: 'in_progress', output: this.#output, ...state } as const;
    this.response = toResponse(this.#options, now);
    this.#write(type, { response: this.response });
  }

  #writeItem(change: 'added' | 'done', item: OutputItem): void {
    const output_index = this.#output.length;
    if (change === 'done') this.#output.push(item);
    this.#write(`response.output_item.${change}`, { output_index, item });
  }

  /** An event about the text, with its place in the output. */
  #writeText(type: string, data: object): void {
    const item_id = this.#options.itemIds.message;
    this.#write(type, { item_id, output_index: this.#output.length, content_index: 0, ...data });
  }

  #write(type: string, data: object): void {
    this.#frames.push(toEventFrame({ type, sequence_number: this.#sequence++, ...data }, { event: type }));
  }

  #takeFrames(): string {
    const frames = this.#frames.join('');
    this.#frames = [];
    return frames;
  }
}
