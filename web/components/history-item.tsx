import { useState } from 'preact/hooks';
import { addressOf } from '../asking/address.ts';
import { nameOf } from '../history/entry.ts';
import type { HistoryCommands } from '../history/history-commands.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { HistoryEntry } from '../state/state.ts';

type HistoryItemProps = { entry: HistoryEntry; time: string; commands: HistoryCommands };

/** An earlier question: a link that shows its answer, and a button that shows the actions on it. */
export function HistoryItem({ entry, time, commands }: HistoryItemProps) {
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
