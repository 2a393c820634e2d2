import { useState } from 'preact/hooks';
import { hostOf } from '../browser/host.ts';
import { isUnanswered } from '../state/is-unanswered.ts';
import type { ShownExchange } from '../state/state.ts';

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
