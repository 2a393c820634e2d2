import { readSettings } from './settings.ts';

/** The effects of the page's keys. */
export type KeyCommands = {
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
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
