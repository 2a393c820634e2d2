/** The number of letters and digits at each end of a sentence that are enough to find it. */
const END_LENGTH = 16;

/** Finds sentences in the text of an element. */
export type SentenceFinder = {
  /** The position of a sentence; null if it is not found. Fastest if called in the order of the text. */
  find(sentence: string): Range | null;
};

/**
 * Reads the text of an element once, to find sentences in it. Only letters and digits are compared, and
 * citations are ignored. The middle of a sentence may differ, because numbers and signs are spoken as words.
 */
export function createSentenceFinder(root: Element): SentenceFinder {
  const { letters, places } = lettersOf(root);
  let last = 0;

  /** The next occurrence after the sentence found last, otherwise the first one. */
  function indexOf(text: string): number {
    const next = letters.indexOf(text, last);
    return next >= 0 ? next : letters.indexOf(text);
  }

  return {
    find(sentence) {
      const wanted = bare(sentence);
      if (wanted === '') return null;
      const exact = indexOf(wanted);
      const from = exact >= 0 ? exact : indexOf(wanted.slice(0, END_LENGTH));
      const tail = wanted.slice(-END_LENGTH);
      const to = exact >= 0 ? exact + wanted.length : letters.indexOf(tail, from) + tail.length;
      const [start, end] = [placeOf(from), placeOf(to - 1)];
      if (start === null || end === null || to <= from || to - from > 2 * wanted.length) return null;
      last = to;
      const range = document.createRange();
      range.setStart(start.node, start.offset);
      range.setEnd(end.node, end.offset + 1);
      return range;
    },
  };

  function placeOf(letter: number): { node: Text; offset: number } | null {
    const run = places.findLast(({ from }) => from <= letter);
    return run === undefined || letter < 0
      ? null
      : { node: run.node, offset: run.offset + letter - run.from };
  }
}

/** Letters without a gap in one text node: their position among all letters, and in the node. */
type Run = { readonly from: number; readonly node: Text; readonly offset: number };

function lettersOf(root: Element): { letters: string; places: readonly Run[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places: Run[] = [];
  let letters = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('a.citation')) continue;
    for (const { 0: run, index } of node.data.matchAll(LETTERS)) {
      places.push({ from: letters.length, node, offset: index });
      letters += run;
    }
  }
  return { letters, places };
}

const LETTERS = /[\p{L}\p{N}]+/gu;

function bare(text: string): string {
  return (text.match(LETTERS) ?? []).join('');
}
