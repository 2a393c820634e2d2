import { useState } from 'preact/hooks';
import { nameOf } from '../history/entry.ts';
import { findEntries } from '../history/find-entries.ts';
import type { HistoryPanelCommands } from '../history/history-commands.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { HistoryEntry } from '../state/state.ts';
import { HistoryList } from './history-list.tsx';

type HistoryPanelProps = {
  entries: readonly HistoryEntry[];
  /** What was removed last, which can be brought back. */
  removed: readonly HistoryEntry[];
  commands: HistoryPanelCommands;
};

/** The history with a field that searches it, and the actions on all of it. */
export function HistoryPanel({ entries, removed, commands }: HistoryPanelProps) {
  const [wanted, setWanted] = useState('');
  const found = findEntries(entries, wanted);
  return (
    <>
      {entries.length === 0 ? (
        <p class="history-note">{asideWords.noHistory}</p>
      ) : (
        <>
          <input
            type="search"
            class="history-search"
            dir="auto"
            placeholder={asideWords.searchHistory}
            aria-label={asideWords.searchHistory}
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          />
          {found.length === 0 && <p class="history-note">{asideWords.noMatch}</p>}
          <HistoryList entries={found} commands={commands} />
          <datalist id="collections">
            {[...new Set(entries.map(({ collection }) => collection))].map(
              (each) => each && <option key={each} value={each} />,
            )}
          </datalist>
        </>
      )}
      <Removed entries={removed} undo={commands.undo} />
      <div class="tools">
        {entries.length > 0 && (
          <>
            <button type="button" class="tool" onClick={commands.exportAll}>
              {asideWords.exportHistory}
            </button>
            <button type="button" class="tool" onClick={commands.clear}>
              {asideWords.clearHistory}
            </button>
          </>
        )}
        <ImportButton importFrom={commands.importFrom} />
      </div>
    </>
  );
}

/** Names what was removed, after the first only that there is more, and brings it back. */
function Removed({ entries, undo }: { entries: readonly HistoryEntry[]; undo(): void }) {
  const [first, ...others] = entries.map(nameOf);
  return (
    <p class="history-note removed" role="status">
      {first !== undefined && (
        <>
          <span dir="auto">
            {asideWords.removed.replace('{what}', () => (others.length > 0 ? `${first}, …` : first))}
          </span>
          <button type="button" class="tool" onClick={undo}>
            {asideWords.undo}
          </button>
        </>
      )}
    </p>
  );
}

function ImportButton({ importFrom }: Pick<HistoryPanelCommands, 'importFrom'>) {
  const [hasFailed, setHasFailed] = useState(false);
  async function choose(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    if (file !== undefined) setHasFailed(!(await importFrom(file)));
    input.value = '';
  }
  return (
    <>
      <label class="tool import">
        {asideWords.importHistory}
        <input
          type="file"
          class="off-screen"
          accept="application/json,.json"
          onChange={({ currentTarget }) => choose(currentTarget)}
        />
      </label>
      <p class="history-note" role="status">
        {hasFailed && asideWords.notImported}
      </p>
    </>
  );
}
