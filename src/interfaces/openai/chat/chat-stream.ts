import type { Answer } from '../../../core/answer.ts';
import type { FunctionCall } from '../../../core/function-call.ts';
import { withCitations } from '../../conversation/citations-in-text.ts';
import { toErrorBody } from '../../conversation/error-body.ts';
import type { UrlCitation } from '../../conversation/url-citations.ts';
import { toEventFrame } from '../../http/stream.ts';
import type { AnswerWriter, WrittenText } from '../tools/reply-to-conversation.ts';
import { argumentPieces } from '../tools/valid-calls.ts';
import {
  type ChatOptions,
  toAnnotations,
  toEndFields,
  toFinishReason,
  toPerplexityFields,
  toToolCall,
} from './completion.ts';

/**
 * Writes the events of an answer as chunks of a chat completion. The first chunk has the sources, as
 * Perplexity's clients expect, and the text that first cites a source comes with its annotation. No comment
 * keeps the connection alive, and every chunk before the end has a choice, because some clients read every
 * line as a chunk with a choice (OVOS).
 */
export function createChatWriter(
  options: ChatOptions,
  { text, findPlaces, calls }: Pick<WrittenText, 'text' | 'findPlaces' | 'calls'>,
): AnswerWriter {
  const citations = withCitations(findPlaces);
  let hasBegun = false;
  const annotate = createAnnotate();

  const write = (delta: object, more?: object) => toEventFrame({ ...toChunk(options, delta), ...more });
  function begin(): string {
    if (hasBegun) return '';
    hasBegun = true;
    const content = calls.length > 0 ? null : '';
    return write({ role: 'assistant', content }, toPerplexityFields(text.sources));
  }
  function writePiece(content: string): string {
    if (content === '' || calls.length > 0) return '';
    return write({ content, ...annotate(citations.take(text.sent, content.length, text.sources)) });
  }
  function end(answer: Answer): string {
    const callChunks = calls.flatMap((call, index) => toCallDeltas(call, index, options.isOlder));
    const delta = annotate(citations.rest(text.sent, answer.sources));
    const last = toChunk(options, delta, toFinishReason(options, answer, calls));
    const fields = toEndFields(answer, text.sent);
    const usageChunk = options.wantsUsageChunk ? { ...last, choices: [], usage: fields.usage } : null;
    return [
      ...callChunks.map((callDelta) => write(callDelta)),
      toEventFrame({ ...last, ...fields }),
      usageChunk === null ? '' : toEventFrame(usageChunk),
    ].join('');
  }
  return {
    frame(event, piece) {
      const isEnd = event.type === 'answer-end';
      const opening = event.type === 'sources' || piece !== '' || isEnd ? begin() : '';
      return opening + writePiece(piece) + (isEnd ? end(event.answer) : '');
    },
    failure: (problem) => toEventFrame(toErrorBody(problem)),
  };
}

/** Makes the annotations of a stream. Python's `openai` joins those of several chunks by their index. */
function createAnnotate(): (added: readonly UrlCitation[]) => object {
  let count = 0;
  return (added) => {
    const annotations = toAnnotations(added).map((annotation) => ({ ...annotation, index: count++ }));
    return annotations.length === 0 ? {} : { annotations };
  };
}

function toChunk({ id, created, model }: ChatOptions, delta: object, reason: string | null = null) {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }];
  return { id, object: 'chat.completion.chunk', created, model, choices };
}

/** A call: first its name, then its arguments in pieces. */
function toCallDeltas(call: FunctionCall, index: number, isOlder: boolean): readonly object[] {
  const pieces = argumentPieces(call.arguments);
  if (isOlder)
    return [
      { function_call: { name: call.name, arguments: '' } },
      ...pieces.map((piece) => ({ function_call: { arguments: piece } })),
    ];
  return [
    { tool_calls: [{ index, ...toToolCall({ ...call, arguments: '' }) }] },
    ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}
