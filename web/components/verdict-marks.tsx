import { useEffect } from 'preact/hooks';
import { canHighlight, highlight } from '../browser/highlights.ts';
import { partOfStatement, rangeOf, statementSpans } from '../browser/statement-spans.ts';
import type { PageSource } from '../state/messages.ts';
import type { ShownExchange } from '../state/state.ts';
import type { PageStatement } from '../state/statements.ts';

type VerdictMarksProps = {
  /** Those that differ from the sources or were not found in them. */
  doubtful: readonly PageStatement[];
  exchange: Pick<ShownExchange, 'blocks' | 'sources'>;
  turn: number;
};

/**
 * Underlines what was not found in the sources, of a sentence that differs only the part that does, and of the
 * row of a table only the cells that no source has.
 */
export function VerdictMarks({ doubtful, exchange, turn }: VerdictMarksProps) {
  const { blocks, sources } = exchange;
  // The HTML of the blocks is written when they change, and their marks are lost.
  useEffect(
    () => (canHighlight() ? markParts : markSpans)(doubtful, turn, sources),
    [doubtful, blocks, turn, sources],
  );
  return null;
}

type Marker = (
  doubtful: readonly PageStatement[],
  turn: number,
  sources: readonly PageSource[],
) => () => void;

const markParts: Marker = (doubtful, turn, sources) => {
  const parts = doubtful.flatMap((statement) => {
    const part = partOfStatement(statementSpans(turn, statement.index), statement.stated);
    const ranges = part === null ? spansToMark(statement, turn, sources).map(rangeOf) : [part];
    return ranges.map((range) => ({ name: statement.verdict, range }));
  });
  return highlight(parts);
};

/** Without highlights, whole sentences are underlined. */
const markSpans: Marker = (doubtful, turn, sources) => {
  const marked = doubtful.flatMap((statement) =>
    spansToMark(statement, turn, sources).map(({ classList }) => ({
      classList,
      name: `mark-${statement.verdict}`,
    })),
  );
  for (const { classList, name } of marked) classList.add(name);
  return () => {
    for (const { classList, name } of marked) classList.remove(name);
  };
};

/** The parts of a statement; of a row, those in cells whose text is not in the sources. */
function spansToMark(
  { index, quote }: PageStatement,
  turn: number,
  sources: readonly PageSource[],
): readonly Element[] {
  const spans = statementSpans(turn, index);
  if (spans[0]?.closest('td') == null) return spans;
  const said = [quote, ...sources.map(({ snippet }) => snippet)].join('\n').toLowerCase();
  const foreign = spans.filter(({ textContent }) => !said.includes(textContent.trim().toLowerCase()));
  return foreign.length === 0 ? spans : foreign;
}
