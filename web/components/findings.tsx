import { asideWords } from '../languages/aside-words.ts';
import type { ShownExchange } from '../state/state.ts';
import { type PageStatement, readStatements } from '../state/statements.ts';

const CHECKED = new Set(['supported', 'differs', 'not-found']);

/**
 * Shows how many of the checked sentences were found in the sources, and lists those that differ or were not
 * found. Shows nothing until the answer is complete, or if nothing was checked.
 */
export function Findings({ exchange }: { exchange: ShownExchange }) {
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
            <Finding statement={statement} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Finding({ statement }: { statement: PageStatement }) {
  const { verdict, text, source, quote, found } = statement;
  return (
    <>
      <strong>{verdict === 'differs' ? asideWords.differs : asideWords.notFound}</strong>{' '}
      <q dir="auto">{text}</q>
      {source !== null && (
        <p>
          {asideWords.sourceSays.replace('{source}', String(source))} <Quoted quote={quote} found={found} />
        </p>
      )}
    </>
  );
}

/** The sentence of the source, with the part that differs marked. */
function Quoted({ quote, found }: { quote: string; found: string }) {
  const at = found === quote ? -1 : quote.indexOf(found);
  if (at < 0) return <q dir="auto">{quote || found}</q>;
  return (
    <q dir="auto">
      {quote.slice(0, at)}
      <mark>{found}</mark>
      {quote.slice(at + found.length)}
    </q>
  );
}
