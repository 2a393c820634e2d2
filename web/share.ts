import { addressOf } from './address.ts';
import { copyToClipboard } from './clipboard.ts';

/** Hands the question's address to other programs where the browser can, which tells by itself; else copies it. */
export async function share(question: string): Promise<boolean | null> {
  const url = new URL(addressOf(question), location.href).href;
  if (!('share' in navigator)) return copyToClipboard(url);
  // Who closes the browser's list of programs has not failed.
  return navigator.share({ title: question, url }).then(
    () => null,
    () => null,
  );
}
