import { toSentences } from '../core/sentences.ts';
import type { Source } from '../core/terms.ts';

/** A piece of a passage that can be quoted: a sentence, or a part of one that is too long. */
export type Quotable = {
  readonly text: string;
  /** The index of the piece's passage in the source, and the offset in that passage. */
  readonly passage: number;
  readonly from: number;
  readonly to: number;
};

/** The maximum length of a piece, in UTF-16 code units: about three lines of a source card. */
const MAX_CHARS = 320;

/**
 * The sentences of a source's passages in order; joined, they are the passages, except for white space at the
 * ends.
 */
export function toQuotables({ passages }: Source): readonly Quotable[] {
  return passages.flatMap(({ text }, passage) => {
    const pieces: Quotable[] = [];
    let at = 0;
    for (const sentence of toSentences(text)) {
      for (const stretch of stretches(sentence)) {
        const said = stretch.trim();
        const from = at + (stretch.length - stretch.trimStart().length);
        at += stretch.length;
        if (said !== '') pieces.push({ text: said, passage, from, to: from + said.length });
      }
    }
    return pieces;
  });
}

/** Cuts at a space, or between two characters if there is none. */
function stretches(sentence: string): readonly string[] {
  const cut: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_CHARS) {
    const blank = rest.lastIndexOf(' ', MAX_CHARS);
    const end = blank > MAX_CHARS / 2 ? blank : MAX_CHARS - (isHighSurrogate(rest, MAX_CHARS - 1) ? 1 : 0);
    cut.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...cut, rest];
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}
