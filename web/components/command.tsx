import { copyToClipboard } from '../browser/clipboard.ts';
import { words } from '../languages/words.ts';
import { ConfirmingButton } from './confirming-button.tsx';

/** A line for a terminal, with a button that copies it; `about` tells several such buttons apart. */
export function Command({ command, about }: { command: string; about: string }) {
  return (
    <div class="command">
      <code dir="ltr">{command}</code>
      <ConfirmingButton
        label={words.copy}
        confirmation={words.copied}
        act={() => copyToClipboard(command)}
        about={about}
      />
    </div>
  );
}
