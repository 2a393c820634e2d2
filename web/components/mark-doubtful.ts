import { createSentenceFinder } from '../speech/sentence-finder.ts';
import { exchangesOf } from '../state/exchanges.ts';
import type { ShownExchange, ShownState } from '../state/state.ts';
import { type PageStatement, readStatements } from '../state/statements.ts';
import { rangeOfPart } from './range-of-part.ts';

/** A sentence that differs from the sources or was not found in them, and its place in the page. */
export type DoubtfulSentence = { readonly range: Range; readonly statement: PageStatement };

/** The statements that are marked, by exchange, so that they are not searched for again. */
let marked: readonly ShownExchange['statements'][] = [];
let doubtful: readonly DoubtfulSentence[] = [];

/**
 * Marks the sentences of whole answers that were not found in the sources, and in those that differ only the
 * part that does, without changing the DOM: nothing moves, and a selection stays. Browsers without highlights
 * show the list alone.
 */
export function markDoubtful(state: ShownState): void {
  const exchanges = exchangesOf(state).filter(({ answer }) => answer !== null);
  const isSame = exchanges.every(({ statements }, turn) => statements === marked[turn]);
  if ((isSame && exchanges.length === marked.length) || CSS.highlights === undefined) return;
  marked = exchanges.map(({ statements }) => statements);
  doubtful = marked.flatMap(findDoubtful);
  for (const verdict of ['differs', 'not-found'] as const) {
    const ranges = doubtful
      .filter(({ statement }) => statement.verdict === verdict)
      .map(({ range, statement }) => rangeOfPart(range, statement.stated) ?? range);
    if (ranges.length === 0) CSS.highlights.delete(verdict);
    else CSS.highlights.set(verdict, new Highlight(...ranges));
  }
}

/** The marked sentence at a point of the window; undefined if there is none. */
export function doubtfulAt(x: number, y: number): DoubtfulSentence | undefined {
  const isAt = ({ left, right, top, bottom }: DOMRect) => left <= x && x <= right && top <= y && y <= bottom;
  return doubtful.find(({ range }) => Array.from(range.getClientRects()).some(isAt));
}

function findDoubtful(statements: ShownExchange['statements'], turn: number): DoubtfulSentence[] {
  const text = document.querySelector(`[data-turn="${turn}"] .blocks`);
  if (text === null || statements.length === 0) return [];
  const finder = createSentenceFinder(text);
  // Every sentence is searched for, so that a repeated one is found in its place.
  return readStatements(statements).flatMap((statement) => {
    const range = finder.find(statement.text);
    const isDoubtful = statement.verdict === 'differs' || statement.verdict === 'not-found';
    return range && isDoubtful ? [{ range, statement }] : [];
  });
}
