import { addressOf } from '../asking/address.ts';
import { memo } from '../browser/drawing.tsx';
import { installation } from '../browser/installation.ts';
import type { AsideCommands, HistoryCommands } from '../history/aside.ts';
import { nameOf } from '../history/entries.ts';
import { HistoryList, openHere } from '../history/history-panel.tsx';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { HistoryEntry, State } from '../state/state.ts';

/** The maximum number of questions on the empty page. */
const MAX_RECENT = 4;

type RecentProps = {
  /** Newest first. */
  entries: readonly HistoryEntry[];
  commands: Pick<HistoryCommands, 'open'> & { show(panel: 'history'): void };
};

/** The last questions, those that are pinned first, each a link to its answer; and the way to all others. */
export const Recent = memo(({ entries, commands }: RecentProps) => {
  // Without a network, the whole history is below the page.
  if (entries.length === 0 || !navigator.onLine) return null;
  const pinned = entries.filter(({ isPinned }) => isPinned === true);
  const others = entries.filter(({ isPinned }) => isPinned !== true);
  // The versions of an edited conversation have one name.
  const named = Map.groupBy([...pinned, ...others], nameOf).values();
  const shown = [...named].flatMap(([newest]) => newest ?? []).slice(0, MAX_RECENT);
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
      <button type="button" class="tool" onClick={() => commands.show('history')}>
        {asideWords.history}
      </button>
    </section>
  );
});

type OfflineHistoryProps = { state: State; commands: AsideCommands };

/** The history below the page, shown when no question can be asked. */
export const OfflineHistory = memo(({ state, commands }: OfflineHistoryProps) => {
  const { phase, failure, aside } = state;
  const isIdle = phase === 'idle';
  const isAway = failure?.kind === 'offline' || failure?.kind === 'unreachable';
  if (aside.entries.length === 0 || !(isAway || (isIdle && !navigator.onLine))) return null;
  return (
    <section class="offline-history" aria-label={asideWords.history}>
      {isIdle && <p class="offline">{asideWords.offlineHere}</p>}
      <HistoryList entries={aside.entries} commands={commands} />
    </section>
  );
});

/** Who learns of a question, and what the promise of the page means. */
export function Privacy() {
  return (
    <>
      <p class="privacy">{words.about(installation()).privacy}</p>
      <div id="promise" class="over" popover="auto">
        {asideWords.promiseMeans}
      </div>
    </>
  );
}
