import { words } from '../languages/words.ts';
import { citedSources } from '../state/cited-sources.ts';
import type { ShownExchange } from '../state/state.ts';
import { SourceLink } from './source-card.tsx';

/** Below the fact of an answer of quotes: the document that has it, and its day. */
export function QuotedFrom({ exchange }: { exchange: ShownExchange }) {
  const { sources, citations } = exchange;
  const [source] = citedSources({ citations: citations.slice(0, 1), sources });
  if (source === undefined) return null;
  const { date } = source;
  return (
    <p class="quoted-from" dir="auto">
      <SourceLink source={source} />
      {date !== undefined && <time dateTime={date}>{words.day(date)}</time>}
    </p>
  );
}
