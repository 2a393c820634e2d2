import { hostOf } from '@sayso/text/url.ts';
import type { CitationPosition, JudgedStatement } from '../../core/answer.ts';
import type { Source } from '../../core/source.ts';

/** A citation of a web page in a text, in the fields that OpenAI's interfaces share. */
export type UrlCitation = {
  readonly url: string;
  readonly title: string;
  /** The place of the first `[n]` in the text, in UTF-16 code units; both 0 if the text does not cite it. */
  readonly start_index: number;
  readonly end_index: number;
  /** The quote from the source that supports the citation, and its place in the source's text. */
  readonly quote?: string;
  readonly quote_start_index?: number;
  readonly quote_end_index?: number;
};

/** Finds the places where a text cites its sources. */
export type FindPlaces = (text: string, sources: readonly Source[]) => readonly CitationPosition[];

type CitationOptions = {
  /** The number of sources that the caller already knows. */
  readonly minCount: number;
  /** The judged statements of the text, for quotes; empty for none. */
  readonly statements: readonly JudgedStatement[];
};

/**
 * The citations of a text, in an order by which programs can number the sources: one for each source up to
 * the highest that is cited, with the first place where the text cites it. Open WebUI links `[n]` to the nth
 * source that it was told of. A source that is not cited has the empty place 0 to 0. Further places of a
 * source follow if they have a quote of their own.
 */
export function toUrlCitations(
  places: readonly CitationPosition[],
  sources: readonly Source[],
  { minCount, statements }: CitationOptions,
): readonly UrlCitation[] {
  const known = places.filter(({ index }) => index <= sources.length);
  const highest = Math.max(minCount, ...known.map(({ index }) => index));
  const titles = uniqueTitles(sources);
  const toCitation = ({ index, from, to }: CitationPosition): UrlCitation => ({
    url: sources[index - 1]?.url ?? '',
    title: titles[index - 1] ?? '',
    start_index: from,
    end_index: to,
    ...quoteFor({ index, from, to }, statements),
  });
  const firsts = new Map<number, CitationPosition>();
  for (const place of known) if (!firsts.has(place.index)) firsts.set(place.index, place);
  const cited = sources
    .slice(0, highest)
    .map(({ index }) => toCitation(firsts.get(index) ?? { index, from: 0, to: 0 }));
  const further = known.filter((place) => firsts.get(place.index) !== place).map(toCitation);
  return [...cited, ...further.filter(({ quote }) => quote !== undefined)];
}

/** The passage of the cited source that best supports the statement before a citation. */
function quoteFor({ index, from, to }: CitationPosition, statements: readonly JudgedStatement[]) {
  const statement = to === 0 ? undefined : statements.findLast((each) => each.from <= from);
  const quote = statement?.quotes.find(({ source }) => source === index);
  return quote && { quote: quote.text, quote_start_index: quote.from, quote_end_index: quote.to };
}

/**
 * The titles of the sources, in their order and all different: Open WebUI makes one entry of all sources with
 * the same title, so its numbers would no longer be those of the text. A later source with the same title has
 * its host after it; a source without a title has its address.
 */
export function uniqueTitles(sources: readonly Pick<Source, 'title' | 'url'>[]): readonly string[] {
  const taken = new Set<string>();
  return sources.map(({ title, url }) => {
    const name = title.trim() === '' ? url : title;
    let unique = name;
    for (let count = 1; taken.has(unique); count++)
      unique = `${name} (${hostOf(url)}${count === 1 ? '' : ` ${count}`})`;
    taken.add(unique);
    return unique;
  });
}
