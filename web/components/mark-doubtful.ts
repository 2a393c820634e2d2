import { createSentenceFinder } from '../speech/sentence-finder.ts';
import { exchangesOf } from '../state/exchanges.ts';
import type { ShownExchange, ShownState } from '../state/state.ts';
import { readStatements } from '../state/statements.ts';

/** The statements that are marked, by exchange, so that they are not searched for again. */
let marked: readonly ShownExchange['statements'][] = [];

/**
 * Underlines the sentences of whole answers that differ from the sources or were not found in them, without
 * changing the DOM: nothing moves, and a selection stays. Browsers without highlights show the list alone.
 */
export function markDoubtful(state: ShownState): void {
  const exchanges = exchangesOf(state).filter(({ answer }) => answer !== null);
  const isSame = exchanges.every(({ statements }, turn) => statements === marked[turn]);
  if ((isSame && exchanges.length === marked.length) || CSS.highlights === undefined) return;
  marked = exchanges.map(({ statements }) => statements);
  const found = marked.flatMap(findStatements);
  for (const verdict of ['differs', 'not-found'] as const) {
    const ranges = found.filter((each) => each.verdict === verdict).map(({ range }) => range);
    if (ranges.length === 0) CSS.highlights.delete(verdict);
    else CSS.highlights.set(verdict, new Highlight(...ranges));
  }
}

function findStatements(statements: ShownExchange['statements'], turn: number) {
  const text = document.querySelector(`[data-turn="${turn}"] .blocks`);
  if (text === null || statements.length === 0) return [];
  const finder = createSentenceFinder(text);
  // Every sentence is searched for, so that a repeated one is found in its place.
  return readStatements(statements).flatMap(({ text: sentence, verdict }) => {
    const range = finder.find(sentence);
    return range ? [{ range, verdict }] : [];
  });
}
