import { words } from '../languages/words.ts';

/** For the keyboard: leads past the answer to the field below it; shown while it has the focus. */
export function SkipLink() {
  return (
    <button type="button" class="tool skip" onClick={goToField}>
      {words.followUp}
    </button>
  );
}

function goToField() {
  document.querySelector<HTMLElement>('#question')?.focus();
}
