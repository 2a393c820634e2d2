/** The number of letters and digits at each end of a sentence that are enough to find it. */
const END_LENGTH = 16;

/**
 * The position of a spoken sentence in the text of an element; null if it is not found. Only letters and
 * digits are compared, and citations are ignored. The middle may differ, because numbers and signs are spoken
 * as words.
 */
export function findSpoken(root: Element, sentence: string): Range | null {
  const { letters, places } = lettersOf(root);
  const wanted = bare(sentence);
  if (wanted === '') return null;
  const exact = letters.indexOf(wanted);
  const from = exact >= 0 ? exact : letters.indexOf(wanted.slice(0, END_LENGTH));
  const tail = wanted.slice(-END_LENGTH);
  const to = exact >= 0 ? exact + wanted.length : letters.indexOf(tail, from) + tail.length;
  const [start, end] = [places[from], places[to - 1]];
  if (!start || !end || to <= from || to - from > 2 * wanted.length) return null;
  const range = document.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset + 1);
  return range;
}

type SpokenPlace = { readonly node: Text; readonly offset: number };

function lettersOf(root: Element): { letters: string; places: readonly SpokenPlace[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places: SpokenPlace[] = [];
  let letters = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('a.citation')) continue;
    for (const { 0: run, index } of node.data.matchAll(LETTERS)) {
      letters += run;
      for (let at = 0; at < run.length; at++) places.push({ node, offset: index + at });
    }
  }
  return { letters, places };
}

const LETTERS = /[\p{L}\p{N}]+/gu;

function bare(text: string): string {
  return (text.match(LETTERS) ?? []).join('');
}
