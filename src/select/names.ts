import { isStopWord } from '../core/words.ts';

/** Words with a capital, numbers, and runs of katakana, which write foreign names. */
const NAME = new RegExp(
  [
    String.raw`(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}'’.,-]{0,40}`,
    String.raw`(?<![\p{Lu}\p{Ll}\p{M}\p{N}])\p{N}[\p{Lu}\p{Ll}\p{N}'’.,-]{0,40}`,
    String.raw`[\p{Script=Katakana}ー]{2,40}`,
  ].join('|'),
  'gu',
);
/** The same for a text with no letters outside ASCII, which takes a third of the time. */
const ASCII_NAME = /(?<![a-zA-Z0-9])[A-Z0-9][a-zA-Z0-9'’.,-]{0,40}/g;
const BEYOND_ASCII = /[^\0-\x7f‘’“”–—…]/;
const ENDING = /(?:['’]s|[.,'’-])$/;

/**
 * The names and numbers of a sentence, in lower case, each once. The first word is left out unless it is a
 * number, because every sentence begins with a capital. Scripts without capitals have numbers alone.
 */
export function namesOf(sentence: string): readonly string[] {
  const names = new Set<string>();
  for (const { 0: found, index } of sentence.matchAll(BEYOND_ASCII.test(sentence) ? NAME : ASCII_NAME)) {
    const name = found.replace(ENDING, '').toLowerCase();
    const isNumber = /^\p{N}/u.test(name);
    if (!isNumber && (name.length < 2 || isStopWord(name) || isFirst(sentence, index))) continue;
    names.add(name);
  }
  return [...names];
}

function isFirst(sentence: string, index: number): boolean {
  return index <= 2 && !/[\p{L}\p{N}]/u.test(sentence.slice(0, index));
}
