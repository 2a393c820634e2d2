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
  const [isRenaming, setIsRenaming] = useState(false);
  const name = nameOf(entry);
  function rename(event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('name');
    setIsRenaming(false);
    if (typeof text === 'string') commands.change({ ...entry, name: text.trim() });
  }
  return (
    <li>
      {isRenaming ? (
        <form class="rename" onSubmit={rename}>
          <input name="name" dir="auto" defaultValue={name} aria-label={asideWords.rename} ref={selectAll} />
          <button type="submit" class="tool">
            {asideWords.rename}
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
          <button type="button" class="tool" onClick={() => setIsRenaming(!isRenaming)}>
            {asideWords.rename}
          </button>
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
