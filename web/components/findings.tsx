import { asideWords } from '../languages/aside-words.ts';
import type { ShownExchange } from '../state/state.ts';
import { doubtfulIn, type PageStatement, readStatements } from '../state/statements.ts';
import type { Commands } from './commands.ts';
import { Finding } from './finding.tsx';
import { isOfQuotes } from './is-of-quotes.ts';
import { VerdictMarks } from './verdict-marks.tsx';

const CHECKED = new Set(['supported', 'differs', 'not-found']);

type FindingsProps = { exchange: ShownExchange; turn: number; commands: Commands };

/**
 * Shows how many of the checked sentences were found in the sources, and lists those that are marked: they
 * certainly differ or were not found. Shows nothing until the answer is complete, or if nothing was
 * checked.
 */
export function Findings({ exchange, turn, commands }: FindingsProps) {
  const checked = readStatements(exchange.statements).filter(({ verdict }) => CHECKED.has(verdict));
  // Quotes are found in their sources, of course.
  if (exchange.answer === null || isOfQuotes(exchange) || checked.length === 0) return null;
  const marked = doubtfulIn(exchange.statements);
  const isShown = (index: number) =>
    exchange.blocks.some((html) => html.includes(`data-statement="${index}"`));
  const doubtful = marked.filter(({ index }) => isShown(index));
  const found = String(checked.filter(({ verdict }) => verdict === 'supported').length);
  return (
    <>
      <VerdictMarks doubtful={marked} blocks={exchange.blocks} turn={turn} />
      <Marks doubtful={doubtful} />
      <details class="findings">
        <summary>
          {asideWords.findings.replace('{found}', found).replace('{all}', String(checked.length))}
        </summary>
        <p>{asideWords.findingsMean}</p>
        <ul>
          {doubtful.map((statement) => (
            <li key={statement.index}>
              <Finding statement={statement} turn={turn} ask={commands.ask} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** One line that says what the marks below sentences mean; nothing if no sentence is marked. */
function Marks({ doubtful }: { doubtful: readonly PageStatement[] }) {
  const { title, ...meanings } = asideWords.marks;
  const kinds = (['differs', 'not-found'] as const).filter((kind) =>
    doubtful.some(({ verdict }) => verdict === kind),
  );
  if (kinds.length === 0) return null;
  return (
    <p class="marks">
      {title}
      {kinds.map((kind) => (
        <span key={kind} class={`mark-${kind}`}>
          {meanings[kind]}
        </span>
      ))}
    </p>
  );
}
