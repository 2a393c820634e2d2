import { toSnippet } from '../../core/text.ts';
import { stem } from '../../core/words.ts';

/** Longer sentences are split, so that an excerpt can begin near a word. */
const MAX_PIECE_CHARS = 240;
/** Limits the work on text that consists of full stops and line breaks. */
const MAX_PIECES = 12;

const SENTENCE_END = /[.!?…]+(?=\s)|[。！？]|\n/gu;

/**
 * The run of sentences, about `maxChars` code points on one line, that contains the largest number of
 * different words of a question; the first if several have as many. Words are those of `toWords`. The search
 * is approximate and quick, by the beginnings of words: 4,000 characters take about 0.1 ms, and splitting
 * them properly into words would take several times that.
 */
export function bestExcerpt(text: string, words: readonly string[], maxChars: number): string {
  const pieces = toPieces(text);
  const beginnings = words.map(toBeginning);
  const found = pieces.map((piece) => wordsIn(piece, beginnings));
  let best = { from: 0, count: -1 };
  for (let from = 0; from < pieces.length; from++) {
    const seen = new Set<string>();
    for (const at of span(pieces, from, maxChars)) for (const word of found[at] ?? []) seen.add(word);
    // An excerpt that begins with the words is more useful than one that ends with them.
    const count = seen.size + (found[from]?.length ?? 0) / (words.length + 1);
    if (count > best.count) best = { from, count };
  }
  const shown = span(pieces, best.from, maxChars).map((at) => pieces[at]);
  return toSnippet(shown.join(' '), maxChars);
}

/** Indexes of the pieces, beginning at `from`, that fit together; always at least one. */
function span(pieces: readonly string[], from: number, maxChars: number): number[] {
  const indexes = [from];
  let length = pieces[from]?.length ?? 0;
  for (let at = from + 1; at < Math.min(pieces.length, from + MAX_PIECES); at++) {
    length += 1 + (pieces[at]?.length ?? 0);
    if (length > maxChars) break;
    indexes.push(at);
  }
  return indexes;
}

function toPieces(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  const add = (to: number) => {
    while (to - from > MAX_PIECE_CHARS) {
      const blank = text.lastIndexOf(' ', from + MAX_PIECE_CHARS);
      const cut = blank > from ? blank : from + MAX_PIECE_CHARS;
      pieces.push(text.slice(from, cut).trim());
      from = cut;
    }
    pieces.push(text.slice(from, to).trim());
    from = to;
  };
  for (const end of text.matchAll(SENTENCE_END)) add(end.index + end[0].length);
  add(text.length);
  return pieces.filter((piece) => piece !== '');
}

/** The beginning that the inflections of a word share, approximately: its stem without the last letter. */
function toBeginning(word: string): string {
  const root = stem(word);
  return root.length > 4 ? root.slice(0, -1) : root;
}

function wordsIn(piece: string, beginnings: readonly string[]): string[] {
  const folded = piece.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return beginnings.filter((beginning) => beginsWord(folded, beginning));
}

function beginsWord(text: string, beginning: string): boolean {
  for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + 1)) {
    if (at === 0 || !/[a-z0-9]/.test(text[at - 1] ?? '')) return true;
  }
  return false;
}
