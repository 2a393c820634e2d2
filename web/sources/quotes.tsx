import { useState } from 'preact/hooks';
import { hostOf } from '../browser/host.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { PageSource } from '../state/messages.ts';
import { isUnanswered } from '../state/outcome.ts';
import type { ShownExchange } from '../state/state.ts';
import { SourceLink } from './source-cards.tsx';

/** How many sources are quoted. */
const MOST = 3;

/** The words of the best sources, shown if nothing can write an answer. */
export function Quotes({ sources }: { sources: readonly PageSource[] }) {
  const quoted = sources.filter(({ snippet }) => snippet !== '').slice(0, MOST);
  if (quoted.length === 0) return null;
  return (
    <div class="blocks">
      <p>{asideWords.sourcesSay}</p>
      {quoted.map((source) => (
        <figure class="block quote" key={source.index}>
          <blockquote dir="auto">{source.snippet}</blockquote>
          <figcaption dir="auto">
            <SourceLink source={source} />
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** The picture of the page that answers: the first that the answer cites. Nothing if it has none. */
export function PagePicture({ exchange }: { exchange: ShownExchange }) {
  const [broken, setBroken] = useState('');
  const first = exchange.citations.flat()[0];
  const source = exchange.sources.find(({ index }) => index === first);
  const picture = source?.picture ?? '';
  if (source === undefined || picture === '' || picture === broken) return null;
  if (exchange.answer === null || isUnanswered(exchange)) return null;
  return (
    <figure class="page-picture">
      <img src={picture} alt={source.title} onError={() => setBroken(picture)} />
      <figcaption>
        <a href={source.url} target="_blank" rel="nofollow noopener noreferrer ugc" dir="auto">
          {source.site ?? hostOf(source.url)}
        </a>
      </figcaption>
    </figure>
  );
}
