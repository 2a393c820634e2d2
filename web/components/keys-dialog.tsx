import { asideWords } from '../languages/aside-words.ts';

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

/** This ref is always the same function, so that Preact calls it only once, when the dialog appears. */
function showModal(dialog: HTMLDialogElement | null) {
  dialog?.showModal();
}
