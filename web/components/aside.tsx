import type { HistoryEntry } from '../history/entry.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { Preferences } from '../settings/settings.ts';
import { HistoryPanel, type HistoryPanelCommands } from './history-panel.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The reader's actions besides asking. */
export type AsideCommands = HistoryPanelCommands & {
  show(): void;
  hide(): void;
  set(settings: Preferences): void;
};

/** The parts beside the page: the history, null while it is closed, and the settings. */
export type AsideState = {
  readonly entries: readonly HistoryEntry[] | null;
  readonly canUndo: boolean;
  readonly settings: Preferences;
};

type AsideProps = { state: AsideState; commands: AsideCommands };

/** The button in the page's header, and the panel that it opens: history and settings. */
export function Aside({ state, commands }: AsideProps) {
  return (
    <>
      <button type="button" class="aside-button" aria-haspopup="dialog" onClick={commands.show}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path
            fill="none"
            stroke="currentColor"
            stroke-width="2"
            stroke-linecap="round"
            d="M3 5h14M3 10h14M3 15h14"
          />
        </svg>
        <span class="off-screen">
          {asideWords.history}, {asideWords.settings}
        </span>
      </button>
      {state.entries !== null && <Opened entries={state.entries} state={state} commands={commands} />}
    </>
  );
}

function Opened({ entries, state, commands }: AsideProps & { entries: readonly HistoryEntry[] }) {
  return (
    <dialog
      class="aside"
      aria-label={`${asideWords.history}, ${asideWords.settings}`}
      onClose={commands.hide}
      ref={open}
    >
      <form class="aside-close" method="dialog">
        <button type="submit" class="tool">
          {asideWords.close}
        </button>
      </form>
      <h2>{asideWords.history}</h2>
      <HistoryPanel entries={entries} canUndo={state.canUndo} commands={commands} />
      <h2>{asideWords.settings}</h2>
      <SettingsForm settings={state.settings} change={commands.set} />
    </dialog>
  );
}

function open(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal();
}
