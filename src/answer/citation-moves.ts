import type { Answer, CitationMove } from '../core/answer.ts';
import { toStatements } from '../lib/markdown/index.ts';

/** A text and the citations in it that were changed. */
export type MovedIn = { readonly before: string; readonly moves: readonly CitationMove[] };

/**
 * The changed citations in the part of a text that was kept, with their positions in that part. Citations in
 * statements that were cut off, left out or rewritten are omitted.
 */
export function movesIn(
  kept: string,
  { before, moves }: MovedIn,
  sourceCount: number,
): Pick<Answer, 'citationMoves'> {
  const found = before.startsWith(kept) ? moves.filter(({ at }) => at <= kept.length) : moved();
  return found.length === 0 ? {} : { citationMoves: found };

  function moved() {
    if (moves.length === 0) return [];
    const statements = toStatements(before, sourceCount);
    return moves.flatMap((move) => {
      const statement = statements.find(({ from, to }) => move.at >= from && move.at <= to);
      if (statement === undefined) return [];
      const from = kept.indexOf(before.slice(statement.from, statement.to));
      return from < 0 ? [] : { ...move, at: from + move.at - statement.from };
    });
  }
}
