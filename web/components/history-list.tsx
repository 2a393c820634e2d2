import { addressOf } from '../asking/address.ts';
import type { HistoryEntry } from '../history/entry.ts';
import { asideWords } from '../languages/aside-words.ts';

/** Actions on earlier questions. */
export type HistoryCommands = {
  open(entry: HistoryEntry): void;
  remove(entry: HistoryEntry): void;
};

type HistoryListProps = { entries: readonly HistoryEntry[]; commands: HistoryCommands };

/** The earlier questions, newest first. */
export function HistoryList({ entries, commands }: HistoryListProps) {
  const when = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <ul class="history">
      {entries.map((entry) => (
        <li key={entry.id}>
          <a href={addressOf([entry.title])} onClick={openHere(entry, commands)}>
            <span dir="auto">{entry.title}</span>
            <time dateTime={new Date(entry.at).toISOString()}>{when.format(entry.at)}</time>
          </a>
          <button
            type="button"
            class="tool"
            aria-label={`${asideWords.removeEntry}: ${entry.title}`}
            onClick={() => commands.remove(entry)}
          >
            {asideWords.removeEntry}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A plain click shows the stored answer; opened in another tab, the link asks again. */
function openHere(entry: HistoryEntry, commands: HistoryCommands): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    commands.open(entry);
  };
}
