import { memo } from '../browser/drawing.tsx';
import type { AsideCommands } from '../history/aside.ts';
import { HistoryPanel } from '../history/history-panel.tsx';
import { asideWords } from '../languages/aside-words.ts';
import { KeysDialog } from '../settings/keys.tsx';
import { readSettings } from '../settings/settings.ts';
import { SettingsForm } from '../settings/settings-form.tsx';
import type { AsideState } from '../state/state.ts';

type AsideProps = { aside: AsideState; commands: AsideCommands };

/** The button in the page's header; the panel that it opens, with history and settings; the list of keys. */
export const Aside = memo(({ aside, commands }: AsideProps) => (
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
    {aside.panel === 'history' && <Opened aside={aside} commands={commands} />}
    {aside.panel === 'keys' && <KeysDialog onClose={commands.hide} />}
  </>
));

function Opened({ aside, commands }: AsideProps) {
  return (
    <dialog
      class="aside"
      {...{ closedby: 'any' }}
      aria-label={`${asideWords.history}, ${asideWords.settings}`}
      onClose={commands.hide}
      ref={openDialog}
    >
      <form class="aside-close" method="dialog">
        <button type="submit" class="tool">
          {asideWords.close}
        </button>
        <button type="button" class="tool" onClick={goToSettings}>
          {asideWords.settings}
        </button>
      </form>
      <h2>{asideWords.history}</h2>
      <HistoryPanel entries={aside.entries} removed={aside.removed} commands={commands} />
      <h2 id="settings" tabIndex={-1}>
        {asideWords.settings}
      </h2>
      <SettingsForm settings={readSettings()} change={commands.set} />
    </dialog>
  );
}

/** A long history stands above the settings. */
function goToSettings() {
  const heading = document.getElementById('settings');
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

function openDialog(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal();
}
