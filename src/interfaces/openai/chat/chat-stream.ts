import type { Answer } from '../../../core/answer.ts';
import { withCitations } from '../../conversation/citations-in-text.ts';
import { toErrorBody } from '../../conversation/error-body.ts';
import type { UrlCitation } from '../../conversation/url-citations.ts';
import { toEventFrame } from '../../http/event-frame.ts';
import type { AnswerWriter, WrittenText } from '../tools/reply-to-conversation.ts';
import {
  type ChatOptions,
  finishReasonOf,
  toAnnotations,
  toChunk,
  toLastChunks,
  toPerplexityFields,
} from './completion.ts';

/**
 * Writes the events of an answer as chunks of a chat completion. The first chunk has the sources, as
 * Perplexity's clients expect, and the text that first cites a source comes with its annotation. No comment
 * keeps the connection alive, and every chunk before the end has a choice, because some clients read every
 * line as a chunk with a choice (OVOS).
 */
export function createChatWriter(
  options: ChatOptions,
  { text, findPlaces }: Pick<WrittenText, 'text' | 'findPlaces'>,
): AnswerWriter {
  const citations = withCitations(findPlaces);
  const annotate = createAnnotate();
  let hasBegun = false;

  const begin = () => {
    if (hasBegun) return '';
    hasBegun = true;
    const delta = { role: 'assistant', content: '' };
    return toEventFrame({ ...toChunk(options, delta), ...toPerplexityFields(text.sources) });
  };
  const finish = (answer: Answer) => {
    const delta = annotate(citations.rest(text.sent, answer.sources));
    return toLastChunks(options, delta, { answer, text: text.sent, reason: finishReasonOf(answer) });
  };
  return {
    frame(event, piece) {
      const opening = event.type === 'sources' || piece !== '' || event.type === 'answer-end' ? begin() : '';
      const annotations = () => annotate(citations.take(text.sent, piece.length, text.sources));
      const delta = piece === '' ? '' : toEventFrame(toChunk(options, { content: piece, ...annotations() }));
      return opening + delta + (event.type === 'answer-end' ? finish(event.answer) : '');
    },
    failure: (problem) => toEventFrame(toErrorBody(problem)),
  };
}

/** Makes the annotations of a stream. Python's `openai` joins those of several chunks by their index. */
function createAnnotate() {
  let sentCount = 0;
  return (added: readonly UrlCitation[]) => {
    const annotations = toAnnotations(added).map((each) => ({ ...each, index: sentCount++ }));
    return annotations.length === 0 ? {} : { annotations };
  };
}
