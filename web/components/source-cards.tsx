import type { PageSource } from '../messages.ts';
import type { State } from '../state.ts';
import { words } from '../words.ts';

/** The sources by their numbers; their places are kept while the search runs, so that nothing moves when they come. */
export function SourceCards({ state }: { state: State }) {
  const waiting = state.phase === 'searching';
  return (
    <section class="sources" aria-labelledby="sources-title" aria-busy={waiting}>
      <h2 id="sources-title">{words.sources}</h2>
      {waiting ? (
        <ol aria-hidden="true">
          <li class="card placeholder" />
          <li class="card placeholder" />
          <li class="card placeholder" />
        </ol>
      ) : (
        <ol>
          {state.sources.map((source) => (
            <Card key={source.index} source={source} pointedAt={state.pointedAt === source.index} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Card({ source, pointedAt }: { source: PageSource; pointedAt: boolean }) {
  const host = hostOf(source.url);
  return (
    <li class={pointedAt ? 'card pointed-at' : 'card'} id={`source-${source.index}`}>
      <p class="card-top">
        <span class={`avatar avatar-${hueOf(host)}`} aria-hidden="true">
          {Array.from(host)[0] ?? '?'}
        </span>
        <span class="card-host" dir="auto">
          {host}
        </span>
        <span class="card-number">{source.index}</span>
      </p>
      <p class="card-title" dir="auto">
        <CardTitle source={source} />
      </p>
      {source.snippet !== '' && (
        <p class="card-snippet" dir="auto">
          {source.snippet}
        </p>
      )}
    </li>
  );
}

function CardTitle({ source }: { source: PageSource }) {
  const title = source.title || source.url;
  if (source.url === '') return <span>{title}</span>;
  return (
    <a href={source.url} target="_blank" rel="nofollow noopener noreferrer ugc">
      {title}
    </a>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

/** One of six colours, the same for a host each time. */
function hueOf(host: string): number {
  return Array.from(host).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
}
