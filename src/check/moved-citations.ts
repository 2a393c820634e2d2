import { toSentences } from '../core/sentences.ts';
import type { CitationMove } from '../core/terms.ts';

/** The number of the source that a claim should cite instead of a cited one; the same number if none. */
export type FindRightSource = (claim: string, cited: number) => number;

const CITATIONS = /(?:\\?\[\d{1,3}\\?\])+/;
/** What stands further before a citation is not looked at, because a line may have thousands of them. */
const MAX_CLAIM_CHARS = 2_000;
const HAS_WORDS = /[\p{L}\p{N}]/u;
/** The end of the sentence before, which follows its citation. */
const END_BEFORE = /^[\s.!?…。！？]+/;
/** What a text of more than one sentence contains. */
const MAY_END = /[.!?…。！？։؟।\n]/;

/**
 * Decides, for the citations of one text in order, which source each of them names. A citation is moved to
 * the source that says what stands before it, and left out if that source is already cited in the same place.
 */
export class MovedCitations {
  readonly #rightSource: FindRightSource;
  readonly #moves: CitationMove[] = [];
  #claim = '';
  /** What the citations in this place name now, and which of these numbers one of them was moved to. */
  #named: { readonly all: Set<number>; readonly moved: Set<number> } = { all: new Set(), moved: new Set() };

  constructor(rightSource: FindRightSource) {
    this.#rightSource = rightSource;
  }

  /** The citations that were moved or left out so far, in order. */
  get moves(): readonly CitationMove[] {
    return this.#moves;
  }

  /**
   * What to write for the citations of these sources.
   * @param line the text of the line before them
   * @param at where they stand in the whole text
   */
  correct(numbers: readonly number[], line: string, at: number): readonly number[] {
    const near = line.slice(-MAX_CLAIM_CHARS);
    const clause = near.split(CITATIONS).at(-1) ?? '';
    if (HAS_WORDS.test(clause)) {
      this.#claim = lastSentenceOf(clause.replace(END_BEFORE, ''));
      this.#named = { all: new Set(), moved: new Set() };
    } else if (line.trim() === '' || !CITATIONS.test(near)) this.#claim = '';
    return this.#claim === '' ? numbers : numbers.flatMap((number) => this.#correctOne(number, at));
  }

  #correctOne(was: number, at: number): readonly number[] {
    const { all, moved } = this.#named;
    const right = this.#rightSource(this.#claim, was);
    const isThere = all.has(right) && (right !== was || moved.has(right));
    if (right !== was) {
      this.#moves.push({ was, now: isThere ? null : right, at });
      moved.add(right);
    }
    all.add(right);
    return isThere ? [] : [right];
  }
}

/** Most clauses are one sentence, which is seen without the costly search for its boundaries. */
function lastSentenceOf(clause: string): string {
  if (!MAY_END.test(clause)) return clause;
  return toSentences(clause).findLast((sentence) => HAS_WORDS.test(sentence)) ?? '';
}
