import type { Answer } from '../../../core/terms.ts';
import { type FindPlaces, toUrlCitations } from '../shared/told.ts';
import { toMessage, toOutputText, toSearchCall } from './items.ts';
import { type ResponseHead, statusOf, toResponse, toResponseUsage } from './response.ts';

/** How a response is made, whole or as a stream. */
export type ResponseOptions = {
  readonly head: ResponseHead;
  /** The question, which the search item shows unless it was searched for in other words. */
  readonly words: string;
  /** Whether the output has an item for the search: callers that did not ask for it may not know the type. */
  readonly showsSearch: boolean;
  /** The ids of the items. */
  readonly itemIds: { readonly search: string; readonly message: string };
  /** The id of a response whose conversation ends with this answer, which is empty if there is none yet. */
  idAfter(answer: string): string;
  /** Checks the data of an answer and returns it; null for prose. */
  readonly finished: ((answer: Answer) => string) | null;
  readonly findPlaces: FindPlaces;
};

/** A whole answer as a response. */
export function toWholeResponse(
  { head, showsSearch, itemIds, idAfter, findPlaces }: ResponseOptions,
  { answer, text, words }: { readonly answer: Answer; readonly text: string; readonly words: string },
) {
  const { sources } = answer;
  const status = statusOf(answer);
  const search = showsSearch ? [toSearchCall(itemIds.search, 'completed', { words, sources })] : [];
  const content = toOutputText(text, toUrlCitations(text, sources, findPlaces));
  const output = [...search, toMessage(itemIds.message, status, [content])];
  const usage = toResponseUsage(answer, text);
  const { unfinished } = answer;
  return toResponse(head, { id: idAfter(text), status, unfinished, output, usage, error: null });
}
