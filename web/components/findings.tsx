import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { ShownExchange } from '../state/state.ts';
import { doubtfulIn } from '../state/statements.ts';
import { Finding } from './finding.tsx';
import { isOfQuotes } from './is-of-quotes.ts';
import { VerdictMarks } from './verdict-marks.tsx';

type FindingsProps = { exchange: ShownExchange; turn: number };

/**
 * Marks the sentences that certainly differ from the sources or were not found in them, and lists them. Shows
 * nothing until the answer is complete, or if there are none.
 */
export function Findings({ exchange, turn }: FindingsProps) {
  const { blocks, answer, statements } = exchange;
  // Quotes are found in their sources, of course.
  if (answer === null || isOfQuotes(exchange)) return null;
  const doubtful = doubtfulIn(statements);
  const shown = doubtful.filter(({ index }) =>
    blocks.some((html) => html.includes(`data-statement="${index}"`)),
  );
  if (shown.length === 0) return null;
  return (
    <>
      <VerdictMarks doubtful={doubtful} exchange={exchange} turn={turn} />
      <details class="findings">
        <summary>{words.counted(asideWords.findings, shown.length)}</summary>
        <p>{asideWords.findingsMean}</p>
        <ul>
          {shown.map((statement) => (
            <li key={statement.index}>
              <Finding statement={statement} exchange={exchange} turn={turn} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
