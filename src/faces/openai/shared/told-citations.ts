import type { Source } from '../../../core/terms.ts';
import { type FindPlaces, toUrlCitations, type UrlCitation } from './url-citations.ts';

/** Tells the caller of a stream about the citations in its text. */
export type ToldCitations = {
  /** The citations that the last `pieceChars` characters of the text add, in the order of their numbers. */
  take(text: string, pieceChars: number, sources: readonly Source[]): readonly UrlCitation[];
  /** All citations of the whole text; those that were told come first. */
  all(text: string, sources: readonly Source[]): readonly UrlCitation[];
  /** The citations of the whole text that were not told. */
  rest(text: string, sources: readonly Source[]): readonly UrlCitation[];
};

const CITATION = /\[(\d{1,2})\]/g;
/** The longest citation; it may begin before the last piece. */
const CITATION_CHARS = 4;
/** Numbers in code look like citations. After as many of them, the rest is told at the end. */
const MAX_VAIN_SEARCHES = 20;

/**
 * Tells of a source with the text that first cites it, and before that of all sources with lower numbers.
 * Each source is told once. The text is searched only when a number appears that was not told.
 */
export function tellCitations(findPlaces: FindPlaces): ToldCitations {
  let told = 0;
  let vainSearches = 0;
  const all: ToldCitations['all'] = (text, sources) =>
    toUrlCitations(text, sources, { findPlaces, least: told });
  const rest: ToldCitations['rest'] = (text, sources) => {
    const fresh = all(text, sources).slice(told);
    told += fresh.length;
    return fresh;
  };
  return {
    all,
    rest,
    take(text, pieceChars, sources) {
      if (vainSearches >= MAX_VAIN_SEARCHES) return [];
      const end = text.slice(-(pieceChars + CITATION_CHARS));
      const numbers = [...end.matchAll(CITATION)].map(([, digits]) => Number(digits));
      if (!numbers.some((number) => number > told && number <= sources.length)) return [];
      const fresh = rest(text, sources);
      if (fresh.length === 0) vainSearches++;
      return fresh;
    },
  };
}
