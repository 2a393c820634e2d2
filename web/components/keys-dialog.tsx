import { words } from '../words.ts';
import type { Commands } from './commands.ts';

/** The keys of the page. */
export function KeysDialog({ commands }: { commands: Commands }) {
  return (
    <dialog class="keys" aria-labelledby="keys-title" onClose={commands.hideKeys} ref={open}>
      <h2 id="keys-title">{words.keysTitle}</h2>
      <dl>
        {words.keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="tool">
          {words.close}
        </button>
      </form>
    </dialog>
  );
}

function open(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal();
}
