/** What the keys of the whole page do. */
export type KeyCommands = { focusField(): void; stop(): void };

/** The page's own keys: `/` goes to the question, Escape stops the answer. Keys typed into a field stay there. */
export function listenToKeys(commands: KeyCommands): void {
  document.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') commands.stop();
    if (event.key !== '/' || isEditable(event.target)) return;
    event.preventDefault();
    commands.focusField();
  });
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
