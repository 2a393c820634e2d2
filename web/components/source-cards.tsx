import { words } from '../languages/words.ts';
import { citedSources } from '../state/cited-sources.ts';
import type { PageSource } from '../state/messages.ts';
import { isInProgress, type OpenCard, type ShownExchange, type ShownState } from '../state/state.ts';
import { memo } from './memo.ts';
import { SourceCard } from './source-card.tsx';

type SourceCardsProps = Pick<ShownState, 'phase' | 'sources' | 'card'> & {
  /** Those of the whole answer; empty while it grows. */
  citations: ShownState['citations'];
  turn: number;
};

/**
 * The sources of the answer. Their space is reserved during the search, so that nothing moves when they
 * appear.
 */
export const SourceCards = memo(({ phase, sources, citations, turn, card }: SourceCardsProps) => {
  const isWaiting = phase === 'searching' || phase === 'reading';
  const asking = isInProgress({ phase });
  return (
    <section class="sources" aria-labelledby="sources-title" aria-busy={asking}>
      <h2 id="sources-title">{words.sources}</h2>
      {isWaiting ? (
        <ol class="cards" aria-hidden="true">
          <li class="card placeholder" />
          <li class="card placeholder" />
          <li class="card placeholder" />
        </ol>
      ) : (
        <CitedFirst
          exchange={{ sources, citations }}
          isWhole={!asking}
          start="source"
          card={card?.turn === turn ? card : null}
        />
      )}
    </section>
  );
});

type CitedFirstProps = {
  exchange: Pick<ShownExchange, 'sources' | 'citations'>;
  /** True once the answer can cite no more sources. */
  isWhole: boolean;
  /** The prefix of the cards' ids; the number of the source follows. */
  start: string;
  /** The open card of a citation of this exchange. */
  card: OpenCard | null;
};

/**
 * The cited sources, with the others folded; all of them until the citations are known, or if there are none.
 */
export function CitedFirst({ exchange, isWhole, start, card }: CitedFirstProps) {
  const cited = isWhole ? citedSources(exchange) : [];
  const shown = cited.length > 0 ? cited : exchange.sources;
  const others = exchange.sources.filter((source) => !shown.includes(source));
  const list = (sources: readonly PageSource[]) => (
    <ol class="cards">
      {sources.map((source) => (
        <SourceCard
          key={source.index}
          source={source}
          id={`${start}-${source.index}`}
          pointedAt={card?.source === source.index}
        />
      ))}
    </ol>
  );
  return (
    <>
      {list(shown)}
      {others.length > 0 && (
        <details>
          <summary>{words.otherSources(others.length)}</summary>
          {list(others)}
        </details>
      )}
    </>
  );
}
