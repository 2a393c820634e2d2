import { Failure } from '../../../core/failure.ts';
import type { Answer, CitedPlace, Source } from '../../../core/terms.ts';
import { countTokens } from '../../../core/tokens.ts';
import type { SourceQuote } from '../../../core/verdict.ts';

/**
 * The text of an answer for callers who get no field `error`: any fact that only `error` contains becomes the
 * last sentence.
 */
export function toldText({ text, error, errorMissingInText }: Answer): string {
  return errorMissingInText && error !== null ? `${text}\n\n${error}` : text;
}

/**
 * Refuses an answer without a text, as made by a service without a model. @throws Failure `model-unavailable`
 */
export function refuseWithoutText({ text, error }: Answer): void {
  if (text !== '') return;
  const alternative = 'The model `sayso-context` returns the passages that were found.';
  throw new Failure('model-unavailable', `${error ?? 'Nothing was written.'} ${alternative}`);
}

/** The tokens of an answer. Only their sum is reported; the share of the answer's own text is estimated. */
export function tokensOf({ tokensUsed }: Answer, text: string): { input: number; output: number } {
  const output = Math.min(tokensUsed, countTokens(text));
  return { input: tokensUsed - output, output };
}

/** A citation of a web page in a text, in the fields that OpenAI's interfaces share. */
export type UrlCitation = {
  readonly url: string;
  readonly title: string;
  /** The place of `[n]` in the text, in UTF-16 code units. */
  readonly start_index: number;
  readonly end_index: number;
  /** The words of the source on which the citation is based, and their place in its text. */
  readonly quote?: string;
  readonly quote_start_index?: number;
  readonly quote_end_index?: number;
};

/** A place that cites a source, with a quote from the source if that is wanted and known. */
export type QuotedPlace = CitedPlace & { readonly quote?: SourceQuote };

/** Finds the places where a text cites its sources. */
export type FindPlaces = (text: string, sources: readonly Source[]) => readonly QuotedPlace[];

/** The citations in a text, with the sources that they refer to. */
export function toUrlCitations(
  text: string,
  sources: readonly Source[],
  findPlaces: FindPlaces,
): readonly UrlCitation[] {
  return findPlaces(text, sources).flatMap(({ index, from, to, quote }) => {
    const source = sources[index - 1];
    if (source === undefined) return [];
    const { url, title } = source;
    const quoted = quote && {
      ...{ quote: quote.text, quote_start_index: quote.from, quote_end_index: quote.to },
    };
    return [{ url, title, start_index: from, end_index: to, ...quoted }];
  });
}
