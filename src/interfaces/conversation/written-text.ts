import { estimateTokens } from '@sayso/text/tokens.ts';
import { hostOf } from '@sayso/text/url.ts';
import type { Answer, CitationPosition, JudgedStatement } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import type { Source } from '../../core/source.ts';
import { errorMarkdown } from '../../render/forms.ts';

/** A call of the caller's function; its arguments are the text of the answer. */
export type FunctionCall = { readonly id: string; readonly name: string };

type WrittenOptions = {
  /** The call that the text is for; null for a text to read. */
  readonly call: FunctionCall | null;
  /** Whether nothing is sent before the answer is whole: data are checked first. */
  readonly isHeldBack: boolean;
  /** Finds the places in the text that cite sources. */
  readonly findPlaces: FindPlaces;
  /** Makes the text of the whole answer. May throw the Failure that replaces it. */
  toWhole(answer: Answer): string;
};

const CITATION = /\[(\d{1,2})\]/g;
/** The longest citation; it may begin before the last piece. */
const CITATION_CHARS = 4;
/** Numbers in code look like citations. After as many of them, the rest is told at the end. */
const MAX_VAIN_SEARCHES = 20;

/**
 * The text of an answer as its caller has received it, with its citations. Text that was sent cannot be taken
 * back: if the whole answer begins with it, the rest is the last piece; otherwise the reason follows.
 */
export class WrittenText {
  readonly call: FunctionCall | null;
  /** Everything sent so far. */
  sent = '';
  sources: readonly Source[] = [];
  /** The words of the last search; null if they are those of the question. */
  searchQuery: string | null = null;
  /** The statements whose quotes the citations have; null as long as the citations wait for them. */
  statements: readonly JudgedStatement[] | null = [];
  readonly #options: WrittenOptions;
  #toldCount = 0;
  #vainSearches = 0;

  constructor(options: WrittenOptions) {
    this.call = options.call;
    this.#options = options;
  }

  /** The text to send for an event; empty for nothing. */
  take(event: AnswerEvent): string {
    if (event.type === 'search-end') this.searchQuery = event.query ?? this.searchQuery;
    if (event.type === 'sources') this.sources = event.sources;
    if (event.type === 'answer-delta' && !this.#options.isHeldBack) return this.#send(event.text);
    if (event.type !== 'answer-end') return '';
    this.sources = event.answer.sources;
    return this.#send(restOf(event.answer, this.sent, this.#options.toWhole(event.answer)));
  }

  #send(text: string): string {
    this.sent += text;
    return text;
  }

  /** All citations of the text so far; those that were told come first. */
  get citations(): readonly UrlCitation[] {
    const { sent, sources, statements } = this;
    if (statements === null) return [];
    const places = this.#options.findPlaces(sent, sources);
    return toUrlCitations(places, sources, { minCount: this.#toldCount, statements });
  }

  /** The citations that were not told yet. */
  takeCitations(): readonly UrlCitation[] {
    const added = this.citations.slice(this.#toldCount);
    this.#toldCount += added.length;
    return added;
  }

  /**
   * The citations that the last piece of the text adds: that of each source which it cites first, after those
   * of all sources with lower numbers. The text is searched only if a number appears that was not told.
   */
  takeCitationsOf(piece: string): readonly UrlCitation[] {
    if (this.#vainSearches >= MAX_VAIN_SEARCHES) return [];
    const end = this.sent.slice(-(piece.length + CITATION_CHARS));
    const isNew = (number: number) => number > this.#toldCount && number <= this.sources.length;
    if (![...end.matchAll(CITATION)].some(([, digits]) => isNew(Number(digits)))) return [];
    const added = this.takeCitations();
    if (added.length === 0) this.#vainSearches++;
    return added;
  }

  /** The tokens of an answer. Only their sum is reported; the share of its own text is estimated. */
  tokensOf({ tokensUsed }: Answer): { readonly input: number; readonly output: number } {
    const output = Math.min(tokensUsed, estimateTokens(this.sent));
    return { input: tokensUsed - output, output };
  }
}

function restOf({ error }: Answer, sent: string, whole: string): string {
  if (whole.startsWith(sent)) return whole.slice(sent.length);
  return error === null ? '' : `…\n\n${errorMarkdown(error)}`;
}

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
function toUrlCitations(
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
