import { render } from 'preact';
import { asideWords, settleAsideWords } from '../languages/aside-words.ts';

/** The keys and their effects. */
const KEYS = [
  ['/', 'field'],
  ['Esc', 'stop'],
  ['1 … 9', 'source'],
  ['?', 'list'],
] as const;

/** Shows the list of keys until it is closed; loaded when first needed. */
export async function openKeys(): Promise<void> {
  await settleAsideWords(document.documentElement.lang);
  if (document.querySelector('dialog[open]') !== null) return;
  const place = document.createElement('div');
  document.body.append(place);
  const close = () => {
    render(null, place);
    place.remove();
  };
  render(<KeysDialog onClose={close} />, place);
}

function KeysDialog({ onClose }: { onClose: () => void }) {
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
