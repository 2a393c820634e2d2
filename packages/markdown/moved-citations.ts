import { toSentences } from '@sayso/text/sentences.ts';

/**
 * A citation of source `was` that names source `now` instead, because source `now` supports the statement.
 * `now` is null if the citation was left out, because the better source was already cited in the same place.
 * `at` is the place of the citation in the text.
 */
export type CitationMove = { readonly was: number; readonly now: number | null; readonly at: number };

/** The number of the source to cite instead of a cited one; the same number if no other is right. */
export type FindRightSource = (claim: string, cited: number) => number;

const CITATIONS = /(?:\\?\[\d{1,3}\\?\])+/;
/** Text further before a citation is not examined, because a line may have thousands of citations. */
const MAX_CLAIM_CHARS = 2_000;
const HAS_WORDS = /[\p{L}\p{N}]/u;
/** The end of the previous sentence, after its citation. */
const END_BEFORE = /^[\s.!?…。！？]+/;
/** A pattern found in any text of more than one sentence. */
const MAY_END = /[.!?…。！？։؟।\n]/;

/**
 * Decides, for the citations of one text in order, which source each citation names. A citation is moved to
 * the source that supports the text before it; it is left out if that source is already cited in the same
 * place.
 */
export class MovedCitations {
  readonly #rightSource: FindRightSource;
  readonly #moves: CitationMove[] = [];
  #claim = '';
  /** The sources now cited in this place: all of them, and those to which a citation was moved. */
  #named: { readonly all: Set<number>; readonly moved: Set<number> } = { all: new Set(), moved: new Set() };

  constructor(rightSource: FindRightSource) {
    this.#rightSource = rightSource;
  }

  /** The citations that have been moved or left out so far, in order. */
  get moves(): readonly CitationMove[] {
    return this.#moves;
  }

  /**
   * Returns the numbers to write instead of these citations.
   * @param line the text of the line before the citations
   * @param at the position of the citations in the whole text
   */
  correct(numbers: readonly number[], line: string, at: number): readonly number[] {
    const near = line.slice(-MAX_CLAIM_CHARS);
    const clause = near.split(CITATIONS).at(-1) ?? '';
    if (HAS_WORDS.test(clause)) {
      this.#claim = lastSentenceOf(clause.replace(END_BEFORE, ''));
      this.#named = { all: new Set(), moved: new Set() };
    } else if (!CITATIONS.test(near)) this.#claim = '';
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

/** Most clauses are one sentence; for them, the costly search for sentence boundaries is not needed. */
function lastSentenceOf(clause: string): string {
  if (!MAY_END.test(clause)) return clause;
  return toSentences(clause).findLast((sentence) => HAS_WORDS.test(sentence)) ?? '';
}
