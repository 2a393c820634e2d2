import { readSettings } from './settings.ts';

/** What the keys of the whole page do. */
export type KeyCommands = {
  focusField(): void;
  /** Ends whatever is under way. */
  stop(): void;
  showKeys(): void;
  openSource(index: number): void;
};

/** The page's own keys: `/`, `?`, the numbers and Escape. Keys typed into a field stay there; all but Escape can be switched off. */
export function listenToKeys(commands: KeyCommands): void {
  document.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    // An open dialog has the keys for itself.
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
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
