import type { CitationMove } from '../core/answer.ts';
import { toStatements } from '../lib/markdown/index.ts';

/** A text, the citations in it that were changed, and the number of sources that it may cite. */
export type MovedText = {
  readonly text: string;
  readonly moves: readonly CitationMove[];
  readonly sourceCount: number;
};

/**
 * The changed citations in the final form of a text, with their positions there. Citations in statements that
 * were cut off, left out or rewritten are omitted.
 */
export function movesInFinalText(
  finalText: string,
  { text, moves, sourceCount }: MovedText,
): readonly CitationMove[] {
  if (moves.length === 0) return [];
  if (text.startsWith(finalText)) return moves.filter(({ at }) => at <= finalText.length);
  const statements = toStatements(text, sourceCount);
  return moves.flatMap((move) => {
    const statement = statements.find(({ from, to }) => move.at >= from && move.at <= to);
    if (statement === undefined) return [];
    const start = finalText.indexOf(text.slice(statement.from, statement.to));
    return start < 0 ? [] : { ...move, at: start + move.at - statement.from };
  });
}
