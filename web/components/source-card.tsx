import { hostOf, isServedHere } from '../browser/host.ts';
import { words } from '../languages/words.ts';
import type { PageSource } from '../state/messages.ts';
import { memo } from './memo.ts';

type SourceCardProps = { source: PageSource; id: string; pointedAt: boolean };

/** A source as a card; `id` is the target of citations. */
export const SourceCard = memo(({ source, id, pointedAt }: SourceCardProps) => (
  <li class={pointedAt ? 'card pointed-at' : 'card'} id={id}>
    <CardTop source={source} />
    <p class="card-title" dir="auto">
      <SourceLink source={source} />
    </p>
    <Basis source={source} />
    {source.snippet !== '' && (
      <p class="card-snippet" dir="auto">
        {source.snippet}
      </p>
    )}
  </li>
));

/** The site and the number of the source. */
export function CardTop({ source }: { source: PageSource }) {
  const host = isServedHere(source.url) ? (source.site ?? words.documents) : hostOf(source.url);
  return (
    <p class="card-top">
      <img class="site-icon" src={source.icon || 'icon'} alt="" width="16" height="16" loading="lazy" />
      <span class="card-host" dir="auto">
        {host}
      </span>
      <span class="card-number">{source.index}</span>
    </p>
  );
}

/** The day of publication, whether only an excerpt is known, how the page was read, and who prefers the site. */
export function Basis({ source: { basis, date, preferred, rendered_by } }: { source: PageSource }) {
  const day = date === undefined ? '' : words.day(date);
  const read = { page: '', text: '', snippet: words.excerptOnly, unknown: '' }[basis ?? 'unknown'];
  const wish = preferred === undefined ? '' : words.preferredBy[preferred];
  const rendered = rendered_by === undefined ? '' : words.inBrowser;
  const parts = [day, read, rendered, wish].filter((part) => part !== '');
  return parts.length === 0 ? null : <p class="card-basis">{parts.join(' · ')}</p>;
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
