import { showModal } from '../browser/above-the-page.ts';
import { asideWords } from '../languages/aside-words.ts';
import { readSettings } from './settings.ts';

/** The keys and their effects. */
const KEYS = [
  ['/', 'field'],
  ['Esc', 'stop'],
  ['1 … 9', 'source'],
  ['?', 'list'],
] as const;

/** The list of keys, until it is closed. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <dialog class="keys" aria-labelledby="keys-title" onClose={onClose} ref={showModal}>
      <h2 id="keys-title">{asideWords.keysTitle}</h2>
      <dl>
        {KEYS.map(([key, use]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{asideWords.keyUses[use]}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="tool">
          {asideWords.close}
        </button>
      </form>
    </dialog>
  );
}

/** The effects of the page's keys. */
type KeyCommands = {
  focusField(): void;
  /** Stops the activity in progress. */
  stop(): void;
  showKeys(): void;
  openSource(index: number): void;
};

/**
 * The page's own keys: `/`, `?`, the numbers and Escape. Keys typed into a field have no other effect; all
 * but Escape can be switched off.
 */
export function listenToKeys(commands: KeyCommands): void {
  document.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    // An open dialog handles its own keys.
    if (document.querySelector('dialog[open]') !== null) return;
    if (key === 'Escape') commands.stop();
    if (isEditable(event.target) || readSettings().keys === 'off') return;
    if (/^[1-9]$/.test(key)) commands.openSource(Number(key));
    if (key === '?') commands.showKeys();
    if (key !== '/') return;
    event.preventDefault();
    commands.focusField();
  });
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}
