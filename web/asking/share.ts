import { copyToClipboard } from '../browser/clipboard.ts';
import { questionsOf } from '../state/questions-of.ts';
import type { ShownState } from '../state/state.ts';
import { addressOf } from './address.ts';

/**
 * Shares the address of the conversation: its questions, not its answers. Null if the browser's share dialog
 * was used, otherwise whether the address was copied.
 */
export async function share(state: ShownState): Promise<boolean | null> {
  const questions = questionsOf(state);
  const url = new URL(addressOf(questions, state.scope), location.href).href;
  if (!('share' in navigator)) return copyToClipboard(url);
  // Closing the dialog is not an error.
  return navigator.share({ title: questions[0], url }).then(
    () => null,
    () => null,
  );
}
