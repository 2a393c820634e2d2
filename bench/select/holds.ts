import { flatten, isUnspaced, squeeze } from './plain-words.ts';

/** Whether a text contains an answer: as whole words or, where words are not separated, as characters. */
export function holds(text: string, wanted: string, lang: string): boolean {
  if (flatten(wanted) === '') return false;
  if (isUnspaced(lang)) return squeeze(text).includes(squeeze(wanted));
  return ` ${flatten(text)} `.includes(` ${flatten(wanted)} `);
}
