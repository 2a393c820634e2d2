import type { PageSource } from './messages.ts';
import type { ShownExchange } from './state.ts';

/** The sources that the answer cites so far, by their numbers. */
export function citedSources({
  citations,
  sources,
}: Pick<ShownExchange, 'citations' | 'sources'>): readonly PageSource[] {
  const cited = new Set(citations.flat());
  return sources.filter(({ index }) => cited.has(index));
}

/** The sources to list with an answer: those that it cites, or all if it cites none. */
export function listedSources(exchange: Pick<ShownExchange, 'citations' | 'sources'>): readonly PageSource[] {
  const cited = citedSources(exchange);
  return cited.length > 0 ? cited : exchange.sources;
}
