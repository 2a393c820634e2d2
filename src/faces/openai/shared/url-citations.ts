import type { CitedPlace, Source } from '../../../core/terms.ts';
import type { SourceQuote } from '../../../core/verdict.ts';

/** A citation of a web page in a text, in the fields that OpenAI's interfaces share. */
export type UrlCitation = {
  readonly url: string;
  readonly title: string;
  /** The place of `[n]` in the text, in UTF-16 code units. */
  readonly start_index: number;
  readonly end_index: number;
  /** The quote from the source that supports the citation, and its place in the source's text. */
  readonly quote?: string;
  readonly quote_start_index?: number;
  readonly quote_end_index?: number;
};

/** A place that cites a source, with a quote from the source if one is wanted and known. */
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
