import { useEffect } from 'preact/hooks';
import { highlight } from '../browser/highlights.ts';
import { partOfStatement, statementRanges } from '../browser/statement-ranges.ts';
import type { ShownExchange } from '../state/state.ts';
import type { PageStatement } from '../state/statements.ts';

type VerdictMarksProps = {
  /** Those that differ from the sources or were not found in them. */
  doubtful: readonly PageStatement[];
  blocks: ShownExchange['blocks'];
  turn: number;
};

/** Underlines what was not found in the sources, and of a sentence that differs only the part that does. */
export function VerdictMarks({ doubtful, blocks, turn }: VerdictMarksProps) {
  // The HTML of the blocks is written when they change, and their marks are lost.
  useEffect(
    () =>
      highlight(
        doubtful.flatMap(({ index, verdict, stated }) => {
          const ranges = statementRanges(turn, index);
          const part = partOfStatement(ranges, stated);
          return (part === null ? ranges : [part]).map((range) => ({ name: verdict, range }));
        }),
      ),
    [doubtful, blocks, turn],
  );
  return null;
}
