import { asideWords } from '../languages/aside-words.ts';
import type { PageSource } from '../state/messages.ts';
import { SourceLink } from './source-card.tsx';

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
