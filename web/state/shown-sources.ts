import type { PageSource } from './messages.ts';
import type { ShownExchange } from './state.ts';

type Cited = Pick<ShownExchange, 'citations' | 'sources'>;

/**
 * The number that the page shows for each source, by its number in the service's reply: in the order of their
 * first mention; those that are not cited follow.
 */
export function shownNumbers({ citations, sources }: Cited): ReadonlyMap<number, number> {
  const mentioned = new Set([...citations.flat(), ...sources.map(({ index }) => index)]);
  return new Map(Array.from(mentioned, (index, at) => [index, at + 1]));
}

/** The sources that the answer cites so far, in the order of their first mention. */
export function citedSources({ citations, sources }: Cited): readonly PageSource[] {
  return [...new Set(citations.flat())].flatMap(
    (cited) => sources.find(({ index }) => index === cited) ?? [],
  );
}

/**
 * The sentence that the answer rests on, by the number of its source: that of the first citation whose sentence
 * is known.
 */
export function supportOf({
  citations,
  quotes,
}: Pick<ShownExchange, 'citations' | 'quotes'>): ReadonlyMap<number, string> {
  const support = new Map<number, string>();
  for (const [place, index] of citations.flat().entries()) {
    const quote = quotes[place] ?? '';
    if (quote !== '' && !support.has(index)) support.set(index, quote);
  }
  return support;
}

/** The sources to list with an answer: those that it cites, or all if it cites none. */
export function listedSources(exchange: Cited): readonly PageSource[] {
  const cited = citedSources(exchange);
  return cited.length > 0 ? cited : exchange.sources;
}
