import { addressOf } from './address.ts';
import { copyToClipboard } from './clipboard.ts';
import { questionsOf } from './questions-of.ts';
import type { State } from './state.ts';

/**
 * Shares the address of the conversation: its questions, not its answers. Null if the browser's share dialog
 * was used, otherwise whether the address was copied.
 */
export async function share(state: State): Promise<boolean | null> {
  const questions = questionsOf(state);
  const url = new URL(addressOf(...questions), location.href).href;
  if (!('share' in navigator)) return copyToClipboard(url);
  // Closing the dialog is not an error.
  return navigator.share({ title: questions[0], url }).then(
    () => null,
    () => null,
  );
}
