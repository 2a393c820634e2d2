import { copyToClipboard } from '../browser/clipboard.ts';
import { asideWords } from '../languages/aside-words.ts';
import { ConfirmingButton } from './confirming-button.tsx';

/** A line for a terminal, with a button that copies it; `about` tells several such buttons apart. */
export function Command({ command, about }: { command: string; about: string }) {
  return (
    <div class="command">
      <code dir="ltr">{command}</code>
      <ConfirmingButton
        label={asideWords.copy}
        confirmation={asideWords.copied}
        act={() => copyToClipboard(command)}
        about={about}
      />
    </div>
  );
}
