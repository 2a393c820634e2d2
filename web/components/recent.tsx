import { addressOf } from '../asking/address.ts';
import { nameOf } from '../history/entry.ts';
import type { HistoryCommands } from '../history/history-commands.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { HistoryEntry } from '../state/state.ts';
import { openHere } from './history-item.tsx';
import { memo } from './memo.ts';

/** The maximum number of questions on the empty page. */
const MAX_RECENT = 4;

type RecentProps = {
  /** Newest first. */
  entries: readonly HistoryEntry[];
  commands: Pick<HistoryCommands, 'open'> & { show(): void };
};

/** The last questions, those that are pinned first, each a link to its answer; and the way to all others. */
export const Recent = memo(({ entries, commands }: RecentProps) => {
  // Without a network, the whole history is below the page.
  if (entries.length === 0 || !navigator.onLine) return null;
  const pinned = entries.filter(({ isPinned }) => isPinned === true);
  const others = entries.filter(({ isPinned }) => isPinned !== true);
  const shown = [...pinned, ...others].slice(0, MAX_RECENT);
  return (
    <section class="examples recent" aria-labelledby="recent-title">
      <h2 id="recent-title">{asideWords.recent}</h2>
      <ul>
        {shown.map((entry) => (
          <li key={entry.id} class="example">
            <a href={addressOf([entry.title])} onClick={openHere(entry, commands)}>
              <span dir="auto">{nameOf(entry)}</span>
              {entry.isPinned && <span class="pinned"> {asideWords.pinned}</span>}
            </a>
          </li>
        ))}
      </ul>
      <button type="button" class="tool" onClick={commands.show}>
        {asideWords.history}
      </button>
    </section>
  );
});
