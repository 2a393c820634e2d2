import { asideWords } from '../languages/aside-words.ts';
import type { Commands } from './commands.ts';

/** Asks for the service's key. */
export function KeyForm({ commands }: { commands: Commands }) {
  function onSubmit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key')).trim();
    if (key !== '') commands.useKey(key);
  }
  return (
    <form class="key" onSubmit={onSubmit}>
      <label for="key">{asideWords.keyField}</label>
      <input id="key" name="key" type="password" autocomplete="off" spellcheck={false} ref={focusOnce} />
      <button type="submit" class="tool">
        {asideWords.useKey}
      </button>
    </form>
  );
}

/** This ref is always the same function, so that Preact calls it only once, when the field appears. */
function focusOnce(field: HTMLInputElement | null) {
  field?.focus();
}
