import { toStatements } from '@sayso/markdown';
import type { CitationMove } from '../core/answer.ts';

/** A text, the citations in it that were changed, and the number of sources that it may cite. */
export type TextWithCitationMoves = {
  readonly text: string;
  readonly moves: readonly CitationMove[];
  readonly sourceCount: number;
};

/** The changed citations in the final form of a text; those in statements left out are omitted. */
export function citationMovesInFinalText(
  finalText: string,
  { text, moves, sourceCount }: TextWithCitationMoves,
): readonly CitationMove[] {
  if (text.startsWith(finalText)) return moves.filter(({ at }) => at <= finalText.length);
  const kept = keptStatements(finalText, { text, sourceCount });
  return moves.flatMap((move) => {
    const statement = kept.find(({ from, to }) => move.at >= from && move.at <= to);
    return statement === undefined ? [] : { ...move, at: statement.start + move.at - statement.from };
  });
}

/** The statements of a text that its final form still has, in order, and where they start there. */
function keptStatements(finalText: string, { text, sourceCount }: Omit<TextWithCitationMoves, 'moves'>) {
  let searchFrom = 0;
  return toStatements(text, sourceCount).flatMap(({ from, to }) => {
    // Two statements may be the same; the search continues behind the earlier one.
    const start = finalText.indexOf(text.slice(from, to), searchFrom);
    if (start < 0) return [];
    searchFrom = start + to - from;
    return { from, to, start };
  });
}
