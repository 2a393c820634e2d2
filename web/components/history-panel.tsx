import { useState } from 'preact/hooks';
import { findEntries } from '../history/find-entries.ts';
import type { HistoryPanelCommands } from '../history/history-commands.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { HistoryEntry } from '../state/state.ts';
import { HistoryList } from './history-list.tsx';

type HistoryPanelProps = {
  entries: readonly HistoryEntry[];
  canUndo: boolean;
  commands: HistoryPanelCommands;
};

/** The history with a field that searches it, and the actions on all of it. */
export function HistoryPanel({ entries, canUndo, commands }: HistoryPanelProps) {
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
        {canUndo && (
          <button type="button" class="tool undo" onClick={commands.undo}>
            {asideWords.undo}
          </button>
        )}
      </div>
    </>
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
