import { hostOf } from '../browser/host.ts';
import type { PageSource } from '../state/messages.ts';

/** A source as a card; `id` is the target of citations. */
export function SourceCard({
  source,
  id,
  pointedAt,
}: {
  source: PageSource;
  id: string;
  pointedAt: boolean;
}) {
  return (
    <li class={pointedAt ? 'card pointed-at' : 'card'} id={id}>
      <CardTop source={source} />
      <p class="card-title" dir="auto">
        <SourceLink source={source} />
      </p>
      {source.snippet !== '' && (
        <p class="card-snippet" dir="auto">
          {source.snippet}
        </p>
      )}
    </li>
  );
}

/** The site and the number of the source. */
export function CardTop({ source }: { source: PageSource }) {
  const host = hostOf(source.url);
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

/** The title, as a link to the source if it has an address. */
export function SourceLink({ source }: { source: PageSource }) {
  const title = source.title || source.url;
  if (source.url === '') return <span>{title}</span>;
  return (
    <a href={source.url} target="_blank" rel="nofollow noopener noreferrer ugc">
      {title}
    </a>
  );
}
