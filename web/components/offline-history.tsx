import type { AsideCommands } from '../history/history-commands.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { State } from '../state/state.ts';
import { HistoryList } from './history-list.tsx';
import { memo } from './memo.ts';

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
