import { isStopWord, toWords } from '@sayso/text/words.ts';

/** The words of a text that a search engine can use: all except stop words. */
export function meaningfulWords(text: string): readonly string[] {
  return toWords(text).filter((word) => !isStopWord(word));
}

/** Leaves out each text that has the same words in the same order as an earlier or a known one. */
export function withoutRepeats(texts: readonly string[], known: readonly string[]): readonly string[] {
  const keyOf = (text: string) => toWords(text).join(' ');
  const seen = new Set(known.map(keyOf));
  return texts.filter((text) => {
    const key = keyOf(text);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
