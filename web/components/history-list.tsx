import type { HistoryCommands } from '../history/history-commands.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { HistoryEntry } from '../state/state.ts';
import { HistoryItem } from './history-item.tsx';

type HistoryListProps = { entries: readonly HistoryEntry[]; commands: HistoryCommands };

const DAY_MS = 24 * 60 * 60 * 1000;

/** The earlier questions: those that are pinned, then the collections, then the others by day. */
export function HistoryList({ entries, commands }: HistoryListProps) {
  const { lang } = document.documentElement;
  const times = new Intl.DateTimeFormat(lang, { timeStyle: 'short' });
  const dayOf = dayNames(lang);
  const groups = Map.groupBy(
    entries.toSorted((one, other) => rankOf(one) - rankOf(other)),
    ({ at, isPinned, collection }) => collection || (isPinned ? asideWords.pinned : dayOf(at)),
  );
  return [...groups].map(([title, group]) => (
    <section class="history-day" key={title}>
      <h3>{title}</h3>
      <ul class="history">
        {group.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} time={times.format(entry.at)} commands={commands} />
        ))}
      </ul>
    </section>
  ));
}

function rankOf({ isPinned, collection }: HistoryEntry): number {
  return collection ? 1 : isPinned ? 0 : 2;
}

/** Names the day of a time in milliseconds: today and yesterday in the words of the language. */
function dayNames(language: string): (at: number) => string {
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'full' });
  const days = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const now = Date.now();
  const near = new Map([0, -1].map((day) => [dates.format(now + day * DAY_MS), days.format(day, 'day')]));
  return (at) => near.get(dates.format(at)) ?? dates.format(at);
}
