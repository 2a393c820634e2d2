import { useEffect } from 'preact/hooks';
import { atQuote } from '../browser/fragments.ts';
import { canHighlight, highlight } from '../browser/highlights.ts';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { PageSource } from '../state/messages.ts';
import { isOfQuotes } from '../state/outcome.ts';
import { shownNumbers } from '../state/shown-sources.ts';
import type { ShownExchange } from '../state/state.ts';
import { doubtfulIn, type PageStatement, partOfStatement, rangeOf, statementSpans } from './statements.ts';

type FindingsProps = { exchange: ShownExchange; turn: number };

/**
 * Marks the sentences that certainly differ from the sources or were not found in them, and lists them. Shows
 * nothing until the answer is complete, or if there are none.
 */
export function Findings({ exchange, turn }: FindingsProps) {
  const { blocks, answer, statements } = exchange;
  // Quotes are found in their sources, of course.
  if (answer === null || isOfQuotes(answer)) return null;
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

type FindingProps = {
  statement: PageStatement;
  exchange: Pick<ShownExchange, 'sources' | 'citations'>;
  turn: number;
  ask?: (question: string) => void;
};

/** A sentence of the answer, and what its source says instead; on the sentence, a button asks about it. */
export function Finding({ statement, exchange, turn, ask }: FindingProps) {
  const { index, verdict, text, source, quote, found } = statement;
  const url = exchange.sources.find((each) => each.index === source)?.url ?? '';
  const number = String(shownNumbers(exchange).get(source ?? 0) ?? source);
  return (
    <>
      <strong>{verdict === 'differs' ? asideWords.differs : asideWords.notFound}</strong>{' '}
      <q key={index} dir="auto" ref={(quote) => showAsInAnswer(quote, statement, turn, exchange.sources)}>
        {text}
      </q>
      {source !== null && (
        <p>
          {asideWords.sourceSays.replace('{source}', number)} <Quoted quote={quote} found={found} />{' '}
          {url !== '' && (
            <a href={atQuote(url, quote)} target="_blank" rel="nofollow noopener noreferrer ugc">
              {asideWords.openSource.replace('{source}', number)}
            </a>
          )}
        </p>
      )}
      {ask !== undefined && (
        <button
          type="button"
          class="ask-about"
          onClick={() => ask(asideWords.doubt.replace('{what}', () => text))}
        >
          {asideWords.askAbout}
        </button>
      )}
    </>
  );
}

/**
 * The text of a statement has its formulas as they were written; the answer shows them as formulas. Of the row
 * of a table, the marked cells are enough, with the first cell, which says what the row is about.
 */
function showAsInAnswer(
  quote: Element | null,
  statement: PageStatement,
  turn: number,
  sources: readonly PageSource[],
) {
  const spans = statementSpans(turn, statement.index);
  const row = spans[0]?.closest('tr');
  if (quote !== null && row != null) {
    const name = spans.filter((span) => row.cells[0]?.contains(span));
    const shown = new Set([...name, ...spansToMark(statement, turn, sources)]);
    quote.textContent = Array.from(shown, ({ textContent }) => textContent).join(' · ');
  } else if (spans.some((span) => span.querySelector('math'))) {
    quote?.replaceChildren(...spans.flatMap((span) => [...span.cloneNode(true).childNodes, ' ']));
  }
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
function VerdictMarks({ doubtful, exchange, turn }: VerdictMarksProps) {
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
  if (spans[0]?.closest('tr') == null) return spans;
  const said = [quote, ...sources.map(({ snippet }) => snippet)].join('\n').toLowerCase();
  const foreign = spans.filter(({ textContent }) => !said.includes(textContent.trim().toLowerCase()));
  return foreign.length === 0 ? spans : foreign;
}
