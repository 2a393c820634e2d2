import type { Source } from '../../core/source.ts';
import { type FindQuotes, toUrlCitations, type UrlCitation } from './url-citations.ts';

/** Tells the caller of a stream about the citations in its text. */
export type CitationsInText = ReturnType<typeof withCitations>;

const CITATION = /\[(\d{1,2})\]/g;
/** The longest citation; it may begin before the last piece. */
const CITATION_CHARS = 4;
/** Numbers in code look like citations. After as many of them, the rest is told at the end. */
const MAX_VAIN_SEARCHES = 20;

/**
 * Tells of a source with the text that first cites it, and before that of all sources with lower numbers.
 * Each source is told once. The text is searched only when a number appears that was not told.
 */
export function withCitations(findPlaces: FindQuotes) {
  let sentCount = 0;
  let vainSearches = 0;
  const all = (text: string, sources: readonly Source[]) =>
    toUrlCitations(text, sources, { findPlaces, minCount: sentCount });
  const rest = (text: string, sources: readonly Source[]): readonly UrlCitation[] => {
    const added = all(text, sources).slice(sentCount);
    sentCount += added.length;
    return added;
  };
  return {
    /** All citations of the whole text; those that were told come first. */
    all,
    /** The citations of the whole text that were not told. */
    rest,
    /** The citations that the last `pieceChars` characters of the text add, in the order of their numbers. */
    take(text: string, pieceChars: number, sources: readonly Source[]): readonly UrlCitation[] {
      if (vainSearches >= MAX_VAIN_SEARCHES) return [];
      const end = text.slice(-(pieceChars + CITATION_CHARS));
      const numbers = [...end.matchAll(CITATION)].map(([, digits]) => Number(digits));
      if (!numbers.some((number) => number > sentCount && number <= sources.length)) return [];
      const added = rest(text, sources);
      if (added.length === 0) vainSearches++;
      return added;
    },
  };
}
