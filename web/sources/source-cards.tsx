import { memo } from '../browser/drawing.tsx';
import { hostOf, isServedHere } from '../browser/host.ts';
import { words } from '../languages/words.ts';
import type { PageSource } from '../state/messages.ts';
import { citedSources, shownNumbers, supportOf } from '../state/shown-sources.ts';
import { isInProgress, type OpenCard, type ShownExchange, type ShownState } from '../state/state.ts';

type ListedExchange = Pick<ShownExchange, 'sources' | 'citations' | 'quotes'>;

type SourceCardsProps = ListedExchange & Pick<ShownState, 'phase' | 'card'> & { turn: number };

/**
 * The sources of the answer. Their space is reserved during the search, so that nothing moves when they
 * appear.
 */
export const SourceCards = memo(({ phase, sources, citations, quotes, turn, card }: SourceCardsProps) => {
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
          exchange={{ sources, citations, quotes }}
          isWhole={!asking}
          start="source"
          card={card?.turn === turn ? card : null}
        />
      )}
    </section>
  );
});

type CitedFirstProps = {
  exchange: ListedExchange;
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
  // The numbers of sources that are not cited yet would change.
  const numbers = shownNumbers(isWhole ? exchange : { ...exchange, sources: [] });
  const support = supportOf(exchange);
  const shown = cited.length > 0 ? cited : exchange.sources;
  const others = exchange.sources.filter((source) => !shown.includes(source));
  const list = (sources: readonly PageSource[]) => (
    <ol class="cards">
      {sources.map((source) => (
        <SourceCard
          key={source.index}
          source={source}
          number={numbers.get(source.index)}
          support={support.get(source.index)}
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

type SourceCardProps = {
  source: PageSource;
  number: number | undefined;
  /** The sentence that the answer rests on, if it is known. */
  support: string | undefined;
  id: string;
  pointedAt: boolean;
};

/**
 * A source as a card, with the sentence that the answer rests on, or an excerpt; `id` is the target of citations. Its
 * date and its site run in the direction of its title.
 */
const SourceCard = memo(({ source, number, support, id, pointedAt }: SourceCardProps) => (
  <li class={pointedAt ? 'card pointed-at' : 'card'} id={id} dir="auto">
    <CardTop source={source} number={number} />
    <p class="card-title">
      <SourceLink source={source} />
    </p>
    <Basis source={source} />
    {(support ?? source.snippet) !== '' && (
      <p class="card-snippet" dir="auto">
        {support === undefined ? source.snippet : <q>{support}</q>}
      </p>
    )}
  </li>
));

/** The site, and the number of the source on this page if it is known. */
export function CardTop({ source, number }: Pick<SourceCardProps, 'source' | 'number'>) {
  const host = isServedHere(source.url) ? (source.site ?? words.documents) : hostOf(source.url);
  return (
    <p class="card-top">
      <img class="site-icon" src={source.icon || 'icon'} alt="" width="16" height="16" loading="lazy" />
      <span class="card-host" dir="auto">
        {host}
      </span>
      {number !== undefined && <span class="card-number">{number}</span>}
    </p>
  );
}

/** The day of publication, whether only an excerpt is known, how the page was read, and whether the reader prefers the site. */
export function Basis({ source: { basis, date, preferred, rendered_by } }: { source: PageSource }) {
  const day = date === undefined ? '' : words.day(date);
  const read = { page: '', text: '', snippet: words.excerptOnly, unknown: '' }[basis ?? 'unknown'];
  const wish = preferred === undefined ? '' : words.preferred;
  const rendered = rendered_by === undefined ? '' : words.inBrowser;
  const parts = [day, read, rendered, wish].filter((part) => part !== '');
  if (parts.length === 0) return null;
  return (
    <p class="card-basis">
      <bdi>{parts.join(' · ')}</bdi>
    </p>
  );
}

/** The title, as a link to the source if it has an address, or to a place in it. */
export function SourceLink({ source, href = source.url }: { source: PageSource; href?: string }) {
  const title = source.title || source.url;
  if (source.url === '') return <span>{title}</span>;
  return (
    <a href={href} target="_blank" rel="nofollow noopener noreferrer ugc">
      {title}
    </a>
  );
}
