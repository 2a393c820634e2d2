import { withoutAddresses } from '../core/url.ts';

/** A cause as an English sentence without addresses; an empty string stays empty. */
export function asSentence(cause: string): string {
  if (cause === '') return '';
  const words = withoutAddresses(cause);
  const begun = words.slice(0, 1).toUpperCase() + words.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
