import { useEffect, useState } from 'preact/hooks';
import { copyToClipboard } from '../clipboard.ts';
import { words } from '../words.ts';

type Outcome = 'none' | 'copied' | 'refused';

const SHOWN_MS = 2000;

/** Copies the text and says so for two seconds; `about` names the text where the label alone would not. */
export function CopyButton({ label, text, about }: { label: string; text: string; about?: string }) {
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    setOutcome((await copyToClipboard(text)) ? 'copied' : 'refused');
  }
  const said = { none: label, copied: words.copied, refused: words.notCopied }[outcome];
  return (
    <button type="button" class="tool copy" onClick={copy}>
      <span aria-live="polite">{said}</span>
      {about !== undefined && <span class="off-screen"> {about}</span>}
    </button>
  );
}
