import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { toSnippet } from '@sayso/text/text.ts';
import { z } from 'zod';
import type { Answer } from '../../../core/answer.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import type { Exchange } from '../../../core/question.ts';
import { toErrorBody } from '../../conversation/growing-text.ts';
import { type CitationsInText, type UrlCitation, withCitations } from '../../conversation/url-citations.ts';
import type { InterfaceCall, InterfaceDeps } from '../../http/call-service.ts';
import type { Problem } from '../../http/problems.ts';
import { DONE_FRAME, HEARTBEAT, toEventFrame } from '../../http/stream.ts';
import {
  type AnswerWriter,
  type FunctionCall,
  type ReplyFormat,
  replyToConversation,
  type WrittenText,
} from '../reply/reply-to-conversation.ts';
import { type ResponseDemand, readResponseRequest } from './request.ts';
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
  readonly #citations: CitationsInText;
  readonly #searchItem: ResponseOptions['searchItem'];
  readonly #id: string;
  readonly #output: OutputItem[] = [];
  #phase: 'new' | 'searching' | 'searched' | 'writing' = 'new';
  #sequence = 0;
  #annotationCount = 0;

  constructor(options: ResponseOptions, written: WrittenText) {
    this.#options = options;
    this.#written = written;
    this.#citations = withCitations(written.findPlaces);
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
    const { searchQuery, sources } = this.#written.text;
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
    const { sent, sources } = this.#written.text;
    return delta + this.#annotate(this.#citations.take(sent, piece.length, sources));
  }

  #annotate(added: readonly UrlCitation[]): string {
    const frames = toOutputText('', added).annotations.map((annotation) => {
      const annotation_index = this.#annotationCount++;
      return this.#writeText('response.output_text.annotation.added', { annotation_index, annotation });
    });
    return frames.join('');
  }

  #endText(answer: Answer): string {
    const { sent: text } = this.#written.text;
    const part = toOutputText(text, this.#citations.all(text, answer.sources));
    const item = toMessage(this.#options.itemIds.message, statusOf(answer), [part]);
    return (
      this.#annotate(this.#citations.rest(text, answer.sources)) +
      this.#writeText('response.output_text.done', { text, logprobs: [] }) +
      this.#writeText('response.content_part.done', { part }) +
      this.#writeItem('done', item) +
      this.#end(answer, statusOf(answer))
    );
  }

  #writeCall(call: FunctionCall): string {
    const { sent: text } = this.#written.text;
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
      finished: { answer, text: this.#written.text.sent },
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

/** Encodes conversations in the ids of responses, and decodes them from the ids. Nothing is stored. */
type ConversationTokens = ReturnType<typeof createConversationTokens>;

const PREFIX = 'resp_';
/** How long a conversation can be continued from its id, in milliseconds. */
const LIFETIME_MS = 24 * 3_600_000;
const MAX_EXCHANGES = 5;
/** Questions and answers are cut to this, in characters: prompts use no more. */
const MAX_QUESTION_CHARS = 400;
const MAX_ANSWER_CHARS = 1000;
/** The largest conversation, in bytes of JSON: 7,000 characters of up to 6 bytes, and the time. */
const MAX_BYTES = 50_000;
/** Deflate shortens most conversations; base64 lengthens what remains. */
const MAX_ID_CHARS = 70_000;
/** 144 bits, which are 24 whole characters of base64url. */
const SIGNATURE_BYTES = 18;
const SIGNATURE_CHARS = 24;
const PURPOSE = 'sayso conversations';

/** Makes the ids of equal conversations differ, because programs use an id as a key. */
const NONCE_BYTES = 9;

/** Question, answer and, if it has one, the id of the answer. */
const exchange = z.tuple([z.string(), z.string()], z.string());
const sealed = z.tuple([z.int(), z.array(exchange).max(MAX_EXCHANGES), z.string()]);

/**
 * Ids that contain the conversation itself: its last five exchanges, shortened, and the time until which the
 * conversation can be continued; all of this is compressed and signed (HMAC-SHA-256, 144 bits). They are not
 * encrypted: whoever has an id already knows the conversation.
 */
export function createConversationTokens(secret: string, nowMs: () => number = Date.now) {
  const sign = (payload: string) =>
    createHmac('sha256', `${PURPOSE}\n${secret}`)
      .update(payload)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url');
  return {
    /** An id that contains this conversation. */
    seal(history: readonly Exchange[]): string {
      const exchanges = history
        .slice(-MAX_EXCHANGES)
        .map(({ question, answer, answerId }) => [
          toSnippet(question, MAX_QUESTION_CHARS),
          toSnippet(answer, MAX_ANSWER_CHARS),
          ...(answerId === undefined ? [] : [answerId]),
        ]);
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      const until = Math.ceil((nowMs() + LIFETIME_MS) / 1000);
      const payload = deflateRawSync(JSON.stringify([until, exchanges, nonce])).toString('base64url');
      return `${PREFIX}${sign(payload)}${payload}`;
    },
    /** The conversation in an id; null if the id is not from this service, or is too old. */
    open(id: string): readonly Exchange[] | null {
      if (!id.startsWith(PREFIX) || id.length > MAX_ID_CHARS) return null;
      const payload = id.slice(PREFIX.length + SIGNATURE_CHARS);
      const given = Buffer.from(id.slice(PREFIX.length, PREFIX.length + SIGNATURE_CHARS));
      const expected = Buffer.from(sign(payload));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const read = readPayload(payload);
      if (read === null || read[0] * 1000 <= nowMs()) return null;
      return read[1].map(([question, answer, answerId]) => ({
        question,
        answer,
        ...(answerId && { answerId }),
      }));
    },
  };
}

/** Only for payloads whose signature is valid. */
function readPayload(payload: string): z.infer<typeof sealed> | null {
  try {
    const bytes = inflateRawSync(Buffer.from(payload, 'base64url'), { maxOutputLength: MAX_BYTES });
    return sealed.parse(parseBoundedJson(bytes.toString('utf8')));
  } catch {
    return null;
  }
}
