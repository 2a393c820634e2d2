import { asideWords } from '../languages/aside-words.ts';
import type { ShownExchange } from '../state/state.ts';
import { readStatements } from '../state/statements.ts';
import type { Commands } from './commands.ts';
import { Finding } from './finding.tsx';

const CHECKED = new Set(['supported', 'differs', 'not-found']);

/**
 * Shows how many of the checked sentences were found in the sources, and lists those that differ or were not
 * found. Shows nothing until the answer is complete, or if nothing was checked.
 */
export function Findings({ exchange, commands }: { exchange: ShownExchange; commands: Commands }) {
  const checked = readStatements(exchange.statements).filter(({ verdict }) => CHECKED.has(verdict));
  if (exchange.answer === null || checked.length === 0) return null;
  const doubtful = checked.filter(({ verdict }) => verdict !== 'supported');
  const found = String(checked.length - doubtful.length);
  return (
    <details class="findings">
      <summary>
        {asideWords.findings.replace('{found}', found).replace('{all}', String(checked.length))}
      </summary>
      <p>{asideWords.findingsMean}</p>
      <ul>
        {doubtful.map((statement) => (
          <li key={statement.index}>
            <Finding statement={statement} ask={commands.ask} />
          </li>
        ))}
      </ul>
    </details>
  );
}
