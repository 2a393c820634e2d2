import { statementSpans } from '../browser/statement-spans.ts';
import { atQuote } from '../browser/text-fragment.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { ShownExchange } from '../state/state.ts';
import type { PageStatement } from '../state/statements.ts';

type FindingProps = {
  statement: PageStatement;
  exchange: Pick<ShownExchange, 'sources'>;
  turn: number;
  ask?: (question: string) => void;
};

/** A sentence of the answer, and what its source says instead; on the sentence, a button asks about it. */
export function Finding({ statement, exchange, turn, ask }: FindingProps) {
  const { index, verdict, text, source, quote, found } = statement;
  const url = exchange.sources.find((each) => each.index === source)?.url ?? '';
  return (
    <>
      <strong>{verdict === 'differs' ? asideWords.differs : asideWords.notFound}</strong>{' '}
      <q key={index} dir="auto" ref={(quote) => showFormulas(quote, statementSpans(turn, index))}>
        {text}
      </q>
      {source !== null && (
        <p>
          {asideWords.sourceSays.replace('{source}', String(source))} <Quoted quote={quote} found={found} />{' '}
          {url !== '' && (
            <a href={atQuote(url, quote)} target="_blank" rel="nofollow noopener noreferrer ugc">
              {asideWords.openSource.replace('{source}', String(source))}
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

/** The text of a statement has its formulas as they were written; the answer shows them as formulas. */
function showFormulas(quote: Element | null, spans: readonly Element[]) {
  if (!spans.some((span) => span.querySelector('math'))) return;
  quote?.replaceChildren(...spans.flatMap((span) => [...span.cloneNode(true).childNodes, ' ']));
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
