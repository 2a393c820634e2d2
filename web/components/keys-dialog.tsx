import { render } from 'preact';
import { words } from '../words.ts';

/** Shows the list of keys until it is closed; loaded when somebody first asks for it. */
export function openKeys(): void {
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

/** The same function each time, so that it runs once, when the dialog appears. */
function showModal(dialog: HTMLDialogElement | null) {
  dialog?.showModal();
}
