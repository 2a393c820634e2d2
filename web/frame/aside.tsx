import { showModal } from '../browser/above-the-page.ts';
import { memo } from '../browser/drawing.tsx';
import { Icon } from '../browser/icon.ts';
import type { AsideCommands } from '../history/aside.ts';
import { HistoryPanel } from '../history/history-panel.tsx';
import { asideWords } from '../languages/aside-words.ts';
import { KeysDialog } from '../settings/keys.tsx';
import { readSettings } from '../settings/settings.ts';
import { SettingsForm } from '../settings/settings-form.tsx';
import type { AsideState } from '../state/state.ts';

type AsideProps = { aside: AsideState; commands: AsideCommands };

const PANELS = ['history', 'settings'] as const;

/** The buttons in the page's header; the panel that they open, with history and settings; the list of keys. */
export const Aside = memo(({ aside, commands }: AsideProps) => (
  <>
    <div class="aside-buttons">
      {PANELS.map((panel) => (
        <button
          key={panel}
          type="button"
          class={`action ${panel === 'history' ? 'aside' : panel}-button`}
          title={asideWords[panel]}
          aria-label={asideWords[panel]}
          aria-haspopup="dialog"
          onClick={() => commands.show(panel)}
        >
          <Icon name={panel} />
        </button>
      ))}
    </div>
    {(aside.panel === 'history' || aside.panel === 'settings') && (
      <Opened aside={aside} commands={commands} />
    )}
    {aside.panel === 'keys' && <KeysDialog onClose={commands.hide} />}
  </>
));

function Opened({ aside, commands }: AsideProps) {
  const { panel, entries, removed } = aside;
  return (
    <dialog
      class="aside"
      {...{ closedby: 'any' }}
      aria-label={`${asideWords.history}, ${asideWords.settings}`}
      onClose={commands.hide}
      ref={showModal}
    >
      <form class="aside-close" method="dialog">
        <button type="submit" class="tool">
          {asideWords.close}
        </button>
        <div class="tabs">
          {PANELS.map((each) => (
            <button
              key={each}
              type="button"
              aria-current={each === panel}
              onClick={() => commands.show(each)}
            >
              {asideWords[each]}
            </button>
          ))}
        </div>
      </form>
      {panel === 'history' ? (
        <HistoryPanel entries={entries} removed={removed} commands={commands} />
      ) : (
        <SettingsForm settings={readSettings()} change={commands.set} />
      )}
    </dialog>
  );
}
