import { useState } from 'preact/hooks';
import { addressOf } from '../asking/address.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { HistoryEntry } from '../state/state.ts';
import type { HistoryCommands, HistoryPanelCommands } from './aside.ts';
import { findEntries, nameOf } from './entries.ts';

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

type HistoryListProps = { entries: readonly HistoryEntry[]; commands: HistoryCommands };

const DAY_MS = 24 * 60 * 60 * 1000;

/** The earlier questions: those that are pinned, then the collections, then the others by day. */
export function HistoryList({ entries, commands }: HistoryListProps) {
  const { lang } = document.documentElement;
  const times = new Intl.DateTimeFormat(lang, { timeStyle: 'short' });
  const dayOf = dayNames(lang);
  const named = Map.groupBy(entries, nameOf);
  const groups = Map.groupBy(
    entries.toSorted((one, other) => rankOf(one) - rankOf(other)),
    ({ at, isPinned, collection }) => collection || (isPinned ? asideWords.pinned : dayOf(at)),
  );
  return [...groups].map(([title, group]) => (
    <section class="history-day" key={title}>
      <h3>{title}</h3>
      <ul class="history">
        {group.map((entry) => (
          <HistoryItem
            key={entry.id}
            entry={entry}
            time={times.format(entry.at)}
            isNamesake={(named.get(nameOf(entry)) ?? []).length > 1}
            commands={commands}
          />
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

type HistoryItemProps = {
  entry: HistoryEntry;
  time: string;
  /** True if another one has the same name: the last question tells them apart. */
  isNamesake: boolean;
  commands: HistoryCommands;
};

/** An earlier question: a link that shows its answer, and a button that shows the actions on it. */
function HistoryItem({ entry, time, isNamesake, commands }: HistoryItemProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [edited, setEdited] = useState<'name' | 'collection' | null>(null);
  const name = nameOf(entry);
  const labels = { name: asideWords.rename, collection: asideWords.collection };
  function change(event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('text');
    setEdited(null);
    setIsOpen(false);
    if (edited !== null && typeof text === 'string') commands.change({ ...entry, [edited]: text.trim() });
  }
  return (
    <li>
      {edited !== null ? (
        <form class="rename" onSubmit={change}>
          <input
            key={edited}
            name="text"
            dir="auto"
            list={edited === 'collection' ? 'collections' : undefined}
            defaultValue={edited === 'name' ? name : entry.collection}
            aria-label={labels[edited]}
            placeholder={labels[edited]}
            ref={selectAll}
          />
          <button type="submit" class="tool">
            {edited === 'name' ? asideWords.rename : asideWords.save}
          </button>
        </form>
      ) : (
        <a href={addressOf([entry.title])} onClick={openHere(entry, commands)}>
          <span dir="auto">{name}</span>
          <time dateTime={new Date(entry.at).toISOString()}>{time}</time>
          {isNamesake && entry.shown.thread.length > 0 && <small dir="auto">{entry.shown.question}</small>}
        </a>
      )}
      <button
        type="button"
        class="tool"
        aria-expanded={isOpen}
        aria-label={asideWords.actionsFor.replace('{what}', () => name)}
        onClick={() => setIsOpen(!isOpen)}
      >
        …
      </button>
      {isOpen && (
        <div class="entry-actions">
          <button
            type="button"
            class="tool"
            onClick={() => commands.change({ ...entry, isPinned: entry.isPinned !== true })}
          >
            {entry.isPinned ? asideWords.unpin : asideWords.pin}
          </button>
          {(['name', 'collection'] as const).map((each) => (
            <button
              key={each}
              type="button"
              class="tool"
              onClick={() => setEdited(edited === each ? null : each)}
            >
              {labels[each]}
            </button>
          ))}
          <button
            type="button"
            class="tool"
            aria-label={`${asideWords.removeEntry}: ${name}`}
            onClick={() => commands.remove(entry)}
          >
            {asideWords.removeEntry}
          </button>
        </div>
      )}
    </li>
  );
}

/** This ref is always the same function, so that Preact calls it only once, when the field appears. */
function selectAll(field: HTMLInputElement | null) {
  field?.select();
}

/** A plain click shows the stored answer; opened in another tab, the link asks again. */
export function openHere(
  entry: HistoryEntry,
  commands: Pick<HistoryCommands, 'open'>,
): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    commands.open(entry);
  };
}
