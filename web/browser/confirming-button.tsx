import { useEffect, useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';

type ConfirmingButtonProps = {
  label: string;
  /** Its label after success. */
  confirmation: string;
  /** Null if there is no outcome to show. */
  act: () => Promise<boolean | null>;
  /** A description of the button's object, if its label alone does not name it. */
  about?: string;
};

const SHOWN_MS = 2000;

/** A button that shows the outcome of its action for two seconds. */
export function ConfirmingButton({ label, confirmation, act, about }: ConfirmingButtonProps) {
  /** A new object for each action, so that the time begins again. */
  const [done, setDone] = useState<{ readonly outcome: boolean | null }>({ outcome: null });
  useEffect(() => {
    if (done.outcome === null) return undefined;
    const timer = setTimeout(() => setDone({ outcome: null }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const { outcome } = done;
  return (
    <button type="button" class="tool confirming" onClick={async () => setDone({ outcome: await act() })}>
      <span aria-live="polite">
        {outcome === null ? label : outcome ? confirmation : asideWords.notCopied}
      </span>
      {about !== undefined && <span class="off-screen"> {about}</span>}
    </button>
  );
}
