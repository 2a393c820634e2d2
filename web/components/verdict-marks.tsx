import { useEffect } from 'preact/hooks';
import { canHighlight, highlight } from '../browser/highlights.ts';
import { partOfStatement, rangeOf, statementSpans } from '../browser/statement-spans.ts';
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
    () => (canHighlight() ? markParts(doubtful, turn) : markSpans(doubtful, turn)),
    [doubtful, blocks, turn],
  );
  return null;
}

function markParts(doubtful: readonly PageStatement[], turn: number): () => void {
  const parts = doubtful.flatMap(({ index, verdict, stated }) => {
    const spans = statementSpans(turn, index);
    const part = partOfStatement(spans, stated);
    return (part === null ? spans.map(rangeOf) : [part]).map((range) => ({ name: verdict, range }));
  });
  return highlight(parts);
}

/** Without highlights, whole sentences are underlined. */
function markSpans(doubtful: readonly PageStatement[], turn: number): () => void {
  const marked = doubtful.flatMap(({ index, verdict }) =>
    statementSpans(turn, index).map(({ classList }) => ({ classList, name: `mark-${verdict}` })),
  );
  for (const { classList, name } of marked) classList.add(name);
  return () => {
    for (const { classList, name } of marked) classList.remove(name);
  };
}
