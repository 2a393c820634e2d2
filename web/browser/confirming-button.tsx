import { useEffect, useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';
import { Icon, type IconName } from './icon.ts';

type ConfirmingButtonProps = {
  label: string;
  /** Its label after success. */
  confirmation: string;
  /** Null if there is no outcome to show. */
  act: () => Promise<boolean | null>;
  /** A description of the button's object, if its label alone does not name it. */
  about?: string;
  /** Shown instead of the label, which becomes the tooltip. */
  icon?: IconName;
};

const SHOWN_MS = 2000;

/** A button that shows the outcome of its action for two seconds. */
export function ConfirmingButton({ label, confirmation, act, about, icon }: ConfirmingButtonProps) {
  /** A new object for each action, so that the time begins again. */
  const [done, setDone] = useState<{ readonly outcome: boolean | null }>({ outcome: null });
  useEffect(() => {
    if (done.outcome === null) return undefined;
    const timer = setTimeout(() => setDone({ outcome: null }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const { outcome } = done;
  const said = outcome === null ? label : outcome ? confirmation : asideWords.notCopied;
  const isShown = icon === undefined || outcome === false;
  return (
    <button
      type="button"
      class={icon === undefined ? 'tool confirming' : 'action'}
      title={icon === undefined ? undefined : label}
      onClick={async () => setDone({ outcome: await act() })}
    >
      {icon !== undefined && <Icon name={outcome === true ? 'done' : icon} />}
      <span class={isShown ? undefined : 'off-screen'} aria-live="polite">
        {said}
      </span>
      {about !== undefined && <span class="off-screen"> {about}</span>}
    </button>
  );
}
