import { Failure } from '../../../core/failure.ts';
import type { Answer, CitedPlace, Source } from '../../../core/terms.ts';
import { countTokens } from '../../../core/tokens.ts';

/** The text of an answer for callers who get no field `error`: what only that says is its last sentence. */
export function toldText({ text, error, errorMissingInText }: Answer): string {
  return errorMissingInText && error !== null ? `${text}\n\n${error}` : text;
}

/**
 * Refuses an answer without a text, which a service without a model has.
 * @throws Failure `model-unavailable`
 */
export function refuseWithoutText({ text, error }: Answer): void {
  if (text !== '') return;
  const alternative = 'The model `sayso-context` returns the passages that were found.';
  throw new Failure('model-unavailable', `${error ?? 'Nothing was written.'} ${alternative}`);
}

/** The tokens of an answer. Only their sum is reported; how many of them are the text is estimated. */
export function tokensOf({ tokensUsed }: Answer, text: string): { input: number; output: number } {
  const output = Math.min(tokensUsed, countTokens(text));
  return { input: tokensUsed - output, output };
}

/** A citation of a web page in a text, in the fields that OpenAI's interfaces share. */
export type UrlCitation = {
  readonly url: string;
  readonly title: string;
  /** Where `[n]` begins and ends in the text, in UTF-16 code units. */
  readonly start_index: number;
  readonly end_index: number;
};

/** Finds where a text cites its sources. */
export type FindPlaces = (text: string, sources: readonly Source[]) => readonly CitedPlace[];

/** The citations in a text, with the sources that they refer to. */
export function toUrlCitations(
  text: string,
  sources: readonly Source[],
  findPlaces: FindPlaces,
): readonly UrlCitation[] {
  return findPlaces(text, sources).flatMap(({ index, from, to }) => {
    const source = sources[index - 1];
    if (source === undefined) return [];
    return [{ url: source.url, title: source.title, start_index: from, end_index: to }];
  });
}
