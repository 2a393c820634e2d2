import type { Answer } from '../../../core/terms.ts';
import { type FindPlaces, toUrlCitations } from '../shared/told.ts';
import { type ChatHead, finishReasonOf, toAnnotations, toChatUsage, toPerplexityFields } from './chunk.ts';

/** A whole answer as a chat completion. `text` is its text, or its data. */
export function toCompletion(
  head: ChatHead,
  { answer, text, findPlaces }: { answer: Answer; text: string; findPlaces: FindPlaces },
) {
  const { sources } = answer;
  const annotations = toAnnotations(toUrlCitations(text, sources, findPlaces));
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
