import type { OpenCard, State } from '../state.ts';
import { words } from '../words.ts';
import { SourceCard } from './source-card.tsx';

/** The sources by their numbers; their places are kept while the search runs, so that nothing moves when they come. */
export function SourceCards({ state, card }: { state: State; card: OpenCard | null }) {
  const waiting = state.phase === 'searching' || state.phase === 'reading';
  return (
    <section class="sources" aria-labelledby="sources-title" aria-busy={waiting}>
      <h2 id="sources-title">{words.sources}</h2>
      {waiting ? (
        <ol class="cards" aria-hidden="true">
          <li class="card placeholder" />
          <li class="card placeholder" />
          <li class="card placeholder" />
        </ol>
      ) : (
        <ol class="cards">
          {state.sources.map((source) => (
            <SourceCard
              key={source.index}
              source={source}
              id={`source-${source.index}`}
              pointedAt={card?.turn === state.thread.length && card.source === source.index}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
