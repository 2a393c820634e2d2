import type { Answer } from '../../../core/answer.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import { type CitationsInText, withCitations } from '../../conversation/citations-in-text.ts';
import { toErrorBody } from '../../conversation/error-body.ts';
import type { GrowingText } from '../../conversation/growing-text.ts';
import type { UrlCitation } from '../../conversation/url-citations.ts';
import { toEventFrame } from '../../http/event-frame.ts';
import type { Problem } from '../../http/problems.ts';
import type { AnswerWriter, WrittenText } from '../tools/reply-to-conversation.ts';
import type { ResponseOptions } from './response.ts';
import {
  type OutputItem,
  type ResponseState,
  statusOf,
  toMessage,
  toOutputText,
  toResponse,
  toResponseUsage,
  toSearchCall,
  toSearchItem,
} from './response.ts';

/**
 * Writes the events of an answer as the events of an Open Responses response, numbered from 0. All events
 * have the same id, because clients refuse a stream in which it changes. The id is sent before there is an
 * answer, so it contains the conversation up to the question.
 */
export function createResponseWriter(options: ResponseOptions, written: WrittenText): AnswerWriter {
  const stream = new ResponseStream(options, written);
  return {
    frame: (event, piece) => stream.frame(event, piece),
    failure: (problem) => stream.fail(problem),
  };
}

class ResponseStream {
  readonly #options: ResponseOptions;
  readonly #text: GrowingText;
  readonly #citations: CitationsInText;
  #annotated = 0;
  readonly #id: string;
  readonly #searchItem: ResponseOptions['searchItem'];
  #sequence = 0;
  #phase: 'new' | 'searching' | 'searched' | 'writing' = 'new';
  readonly #output: OutputItem[] = [];

  constructor(options: ResponseOptions, { text, findPlaces, isFromSearch }: WrittenText) {
    this.#options = options;
    this.#searchItem = isFromSearch ? options.searchItem : null;
    this.#text = text;
    this.#citations = withCitations(findPlaces);
    this.#id = options.idAfter('');
  }

  frame(event: AnswerEvent, piece: string): string {
    const isLast = event.type === 'answer-end';
    let frames = this.#begin();
    if (event.type === 'sources' || piece !== '' || isLast) frames += this.#endSearch();
    if (piece !== '' || isLast) frames += this.#beginText();
    if (piece !== '') frames += this.#writeText(piece);
    return isLast ? frames + this.#end(event.answer) : frames;
  }

  fail(problem: Problem): string {
    const { type: code, message } = toErrorBody(problem).error;
    const begun = this.#begin();
    return begun + this.#writeState('response.failed', { status: 'failed', error: { code, message } });
  }

  get #words(): string {
    return this.#text.searchQuery ?? this.#options.words;
  }

  #begin(): string {
    if (this.#phase !== 'new') return '';
    this.#phase = 'searching';
    const begun = this.#writeState('response.created') + this.#writeState('response.in_progress');
    if (this.#searchItem !== 'web_search_call') return begun;
    const item = toSearchCall(this.#options.itemIds.search, 'in_progress', {
      words: this.#words,
      sources: [],
    });
    const at = { item_id: item.id, output_index: 0 };
    return (
      begun +
      this.#write('response.output_item.added', { output_index: 0, item }) +
      this.#write('response.web_search_call.in_progress', at) +
      this.#write('response.web_search_call.searching', at)
    );
  }

  #endSearch(): string {
    if (this.#phase !== 'searching') return '';
    this.#phase = 'searched';
    const { itemIds } = this.#options;
    const searchItem = this.#searchItem;
    if (searchItem === null) return '';
    const item = toSearchItem(searchItem, itemIds.search, {
      words: this.#words,
      sources: this.#text.sources,
    });
    this.#output.push(item);
    const before =
      searchItem === 'search_results'
        ? this.#write('response.output_item.added', { output_index: 0, item })
        : this.#write('response.web_search_call.completed', { item_id: itemIds.search, output_index: 0 });
    return before + this.#write('response.output_item.done', { output_index: 0, item });
  }

  #beginText(): string {
    if (this.#phase !== 'searched') return '';
    this.#phase = 'writing';
    const item = toMessage(this.#options.itemIds.message, 'in_progress', []);
    return (
      this.#write('response.output_item.added', { output_index: this.#output.length, item }) +
      this.#write('response.content_part.added', { ...this.#part, part: toOutputText('', []) })
    );
  }

  #writeText(piece: string): string {
    const delta = this.#write('response.output_text.delta', { ...this.#part, delta: piece, logprobs: [] });
    const { sent, sources } = this.#text;
    return delta + this.#annotate(this.#citations.take(sent, piece.length, sources));
  }

  #annotate(added: readonly UrlCitation[]): string {
    const at = this.#part;
    return toOutputText('', added)
      .annotations.map((annotation) => {
        const annotation_index = this.#annotated++;
        return this.#write('response.output_text.annotation.added', { ...at, annotation_index, annotation });
      })
      .join('');
  }

  #end(answer: Answer): string {
    const { itemIds } = this.#options;
    const text = this.#text.sent;
    const part = toOutputText(text, this.#citations.all(text, answer.sources));
    const status = statusOf(answer);
    const item = toMessage(itemIds.message, status, [part]);
    const at = this.#part;
    const annotations = this.#annotate(this.#citations.rest(text, answer.sources));
    const done =
      this.#write('response.output_text.done', { ...at, text, logprobs: [] }) +
      this.#write('response.content_part.done', { ...at, part }) +
      this.#write('response.output_item.done', { output_index: at.output_index, item });
    this.#output.push(item);
    const usage = toResponseUsage(answer, text);
    return (
      annotations +
      done +
      this.#writeState(`response.${status}`, { status, unfinished: answer.unfinished, usage })
    );
  }

  /** The place of the text in the output while the text is being written. */
  get #part() {
    return { item_id: this.#options.itemIds.message, output_index: this.#output.length, content_index: 0 };
  }

  #writeState(type: string, state: Partial<ResponseState> = {}): string {
    const now = {
      id: this.#id,
      status: 'in_progress',
      output: this.#output,
      usage: null,
      error: null,
    } as const;
    return this.#write(type, { response: toResponse(this.#options.head, { ...now, ...state }) });
  }

  #write(type: string, data: object): string {
    const numbered = { type, sequence_number: this.#sequence++, ...data };
    return toEventFrame(numbered, { event: type });
  }
}
