import { toWords } from '@sayso/text/words.ts';

/** The number of words on each side of a number or a name that count as its context. */
const CONTEXT_WORDS = 4;
/** The number of characters on each side that have these words. */
const CONTEXT_CHARS = 60;
/** Text without spaces is split with a dictionary, so its endings and digits are no evidence. */
const UNSPACED_TEXT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NO_CONTEXT = /^[\p{Script=Hiragana}\p{N}.,]+$/u;

/** The words around a place in a text, in lower case. */
export function wordsAround(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly string[] {
  const wordsOf = (some: string) =>
    UNSPACED_TEXT.test(some)
      ? toWords(some).filter((word) => !NO_CONTEXT.test(word))
      : (some.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []);
  const before = wordsOf(text.slice(Math.max(0, from - CONTEXT_CHARS), from)).slice(-CONTEXT_WORDS);
  return [...before, ...wordsOf(text.slice(to, to + CONTEXT_CHARS)).slice(0, CONTEXT_WORDS)];
}
