import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words.ts';
import type { Commands } from './commands.ts';

/** Asks for the key of the service. */
export function KeyForm({ commands }: { commands: Commands }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function onSubmit(event: Event) {
    event.preventDefault();
    const key = field.current?.value.trim() ?? '';
    if (key !== '') commands.useKey(key);
  }
  return (
    <form class="key" onSubmit={onSubmit}>
      <label for="key">{words.keyField}</label>
      <input id="key" type="password" autocomplete="off" spellcheck={false} ref={field} />
      <button type="submit" class="tool">
        {words.useKey}
      </button>
    </form>
  );
}
