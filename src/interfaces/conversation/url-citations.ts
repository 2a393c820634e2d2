import { hostOf } from '@sayso/text/url.ts';
import type { SourceQuote } from '@sayso/verdicts';
import { judgeStatements } from '../../answer/add-statements.ts';
import type { CitationPosition, JudgedStatement } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
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

/** A place that cites a source, with a quote from the source if one is wanted and known. */
type QuotedPosition = CitationPosition & { readonly quote?: SourceQuote };

/** Finds the places where a text cites its sources. */
export type FindQuotes = (text: string, sources: readonly Source[]) => readonly QuotedPosition[];

/**
 * The citations of a text, in an order by which programs can number the sources: one for each source up to
 * the highest that is cited, with the first place where the text cites it. Open WebUI links `[n]` to the nth
 * source that it was told of. A source that is not cited has the empty place 0 to 0. Further places of a
 * source follow if they have a quote of their own.
 * @param minCount the number of sources that the caller already knows
 */
export function toUrlCitations(
  text: string,
  sources: readonly Source[],
  { findPlaces, minCount = 0 }: { readonly findPlaces: FindQuotes; readonly minCount?: number },
): readonly UrlCitation[] {
  const places = findPlaces(text, sources).filter(({ index }) => index <= sources.length);
  const highest = Math.max(minCount, ...places.map(({ index }) => index));
  const titles = uniqueTitles(sources);
  const firsts = new Map<number, QuotedPosition>();
  for (const place of places) if (!firsts.has(place.index)) firsts.set(place.index, place);
  const further = places.filter((place) => place.quote !== undefined && firsts.get(place.index) !== place);
  const uncited = ({ index }: Source) => ({ index, from: 0, to: 0 });
  const cited = sources.slice(0, highest).map((source) => firsts.get(source.index) ?? uncited(source));
  return [...cited, ...further].flatMap((place) => toCitation(place, sources, titles));
}

function toCitation(
  { index, from, to, quote }: QuotedPosition,
  sources: readonly Source[],
  titles: readonly string[],
): readonly UrlCitation[] {
  const [source, title] = [sources[index - 1], titles[index - 1]];
  if (source === undefined || title === undefined) return [];
  const quoted = quote && {
    quote: quote.text,
    quote_start_index: quote.from,
    quote_end_index: quote.to,
  };
  return [{ url: source.url, title, start_index: from, end_index: to, ...quoted }];
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

/** The events of an answer, and a function that finds the citations in its text. */
export type Citing = { readonly events: AsyncGenerator<AnswerEvent>; readonly findPlaces: FindQuotes };

/** The events, and the function that finds quotes from the sources once the answer has ended. */
export function quoting({ events, findPlaces }: Citing, judge = judgeStatements): Citing {
  let statements: readonly JudgedStatement[] | null = null;
  return {
    events: judged(),
    findPlaces(text, sources) {
      const judgedStatements = statements;
      if (judgedStatements === null) return [];
      return findPlaces(text, sources).map((place) => {
        const quote = quoteFor(place, judgedStatements);
        return quote === undefined ? place : { ...place, quote };
      });
    },
  };

  async function* judged(): AsyncGenerator<AnswerEvent> {
    for await (const event of events) {
      if (event.type === 'answer-end') statements = await judge(event.answer);
      yield event;
    }
  }
}

/** The passage of the cited source that best supports the statement before a citation. */
function quoteFor(
  { index, from }: CitationPosition,
  statements: readonly JudgedStatement[],
): SourceQuote | undefined {
  const statement = statements.findLast((each) => each.from <= from);
  return statement?.quotes.find(({ source }) => source === index);
}
