import { useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';
import { isInProgress, type ShownState } from '../state/state.ts';
import { StepList } from './step-list.tsx';

/**
 * The button that opens the steps while the answer is in progress; later, the receipt has them. The steps
 * push the answer down instead of covering it, so they stay open until the reader closes them.
 */
export function StepsButton({ state }: { state: ShownState }) {
  const [isOpen, setIsOpen] = useState(false);
  const isAsking = isInProgress(state);
  if (!isAsking && !isOpen) return null;
  function toggle() {
    setIsOpen(!isOpen);
    // The button disappears, and the focus needs another place.
    if (!isAsking) document.querySelector<HTMLElement>('#asked')?.focus();
  }
  return (
    <>
      <button type="button" class="how" aria-expanded={isOpen} onClick={toggle}>
        {asideWords.steps}
      </button>
      {isOpen && <StepList steps={state.steps} question={state.question} />}
    </>
  );
}
