import type { Answer } from '../../../core/answer.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import type { Source } from '../../../core/source.ts';
import { withCitations } from '../../conversation/citations-in-text.ts';
import { toErrorBody } from '../../conversation/error-body.ts';
import { growText } from '../../conversation/growing-text.ts';
import type { ModeName } from '../../conversation/models.ts';
import type { FindQuotes, UrlCitation } from '../../conversation/url-citations.ts';
import { refuseWithoutText, tokensOf } from '../../conversation/written-answer.ts';
import { isCertain } from '../../http/call-service.ts';
import type { StreamFormat } from '../../http/stream.ts';

/** The options for streaming a completion. */
export type ChatStreamOptions = {
  readonly head: ChatHead;
  readonly wantsUsageChunk: boolean;
  /** Checks the data of an answer and returns it; null for prose. */
  readonly finished: ((answer: Answer) => string) | null;
  readonly findPlaces: FindQuotes;
};

/**
 * The events of an answer as chunks of a chat completion. The first chunk has the sources, as Perplexity's
 * clients expect, and the text that first cites a source comes with its annotation. No comment keeps the
 * connection alive, and every chunk before the end has a choice, because some clients read every line as a
 * chunk with a choice (OVOS).
 */
export function toChatStream({
  head,
  wantsUsageChunk,
  finished,
  findPlaces,
}: ChatStreamOptions): StreamFormat<AnswerEvent> {
  const text = growText(finished !== null, finished ?? undefined);
  const citations = withCitations(findPlaces);
  const annotate = createAnnotate();
  let hasBegun = false;

  const begin = () => {
    if (hasBegun) return '';
    hasBegun = true;
    const delta = { role: 'assistant', content: '' };
    return toEvent({ ...toChunk(head, delta), ...toPerplexityFields(text.sources) });
  };
  const finish = (answer: Answer) => {
    const usage = toChatUsage(answer, text.sent);
    const delta = annotate(citations.rest(text.sent, answer.sources));
    const last = toChunk(head, delta, finishReasonOf(answer));
    const usageChunk = wantsUsageChunk ? toEvent({ ...last, choices: [], usage }) : '';
    return toEvent({ ...last, usage, ...toPerplexityFields(answer.sources) }) + usageChunk;
  };
  return {
    frame(event) {
      if (event.type === 'answer-end') refuseWithoutText(event.answer);
      const piece = text.take(event);
      const opening = event.type === 'sources' || piece !== '' || event.type === 'answer-end' ? begin() : '';
      const annotations = () => annotate(citations.take(text.sent, piece.length, text.sources));
      const delta = piece === '' ? '' : toEvent(toChunk(head, { content: piece, ...annotations() }));
      return opening + delta + (event.type === 'answer-end' ? finish(event.answer) : '');
    },
    failure: (problem) => toEvent(toErrorBody(problem)),
    isCertain,
    end: 'data: [DONE]\n\n',
  };
}

/** One event of a stream. */
export function toEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** One chunk with one choice. */
export function toChunk(
  { id, created, model }: ChatHead,
  delta: object,
  finish_reason: string | null = null,
) {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
  return { id, object: 'chat.completion.chunk', created, model, choices };
}

/** Makes the annotations of a stream. Python's `openai` joins those of several chunks by their index. */
function createAnnotate() {
  let sentCount = 0;
  return (added: readonly UrlCitation[]) => {
    const annotations = toAnnotations(added).map((each) => ({ ...each, index: sentCount++ }));
    return annotations.length === 0 ? {} : { annotations };
  };
}

/** The first fields of all chunks of a completion, and of the whole completion. */
export type ChatHead = { readonly id: string; readonly created: number; readonly model: ModeName };

/** The sources as Perplexity's interface adds them at the top level. */
export function toPerplexityFields(sources: readonly Source[]) {
  return {
    citations: sources.map(({ url }) => url),
    search_results: sources.map(({ title, url, snippet, publishedAt }) => ({
      title,
      url,
      snippet,
      date: publishedAt?.slice(0, 10) ?? null,
      last_updated: null,
    })),
  };
}

/** Citations as annotations of a message. */
export function toAnnotations(citations: readonly UrlCitation[]) {
  return citations.map((citation) => ({ type: 'url_citation', url_citation: citation }));
}

/** The tokens of an answer in the fields of a chat completion. */
export function toChatUsage(answer: Answer, text: string) {
  const { input, output } = tokensOf(answer, text);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

/** `length` for an answer that ends early: clients keep its text and know that the text is incomplete. */
export function finishReasonOf({ unfinished }: Answer): 'stop' | 'length' {
  return unfinished === undefined ? 'stop' : 'length';
}
