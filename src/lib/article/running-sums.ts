/**
 * Sums over all blocks before a position; the difference of two such sums is the sum of the blocks between
 * them.
 */
export type RunningSums = {
  readonly chars: Float64Array;
  readonly linkChars: Float64Array;
  readonly staying: Float64Array;
  readonly sentences: Float64Array;
};

/** The quantities of a block that are added up. */
type Summed = {
  readonly chars: number;
  readonly linkShare: number;
  readonly stays: boolean;
  readonly isEnded: boolean;
};

const MIN_SENTENCE_CHARS = 60;

/**
 * Precomputes the sums needed for the neighbours of a block, so that any number of neighbours has the same
 * cost.
 */
export function runningSums(blocks: readonly Summed[]): RunningSums {
  const of = (measure: (block: Summed) => number) => {
    const sums = new Float64Array(blocks.length + 1);
    for (const [at, block] of blocks.entries()) sums[at + 1] = (sums[at] ?? 0) + measure(block);
    return sums;
  };
  return {
    chars: of(({ chars }) => chars),
    linkChars: of(({ chars, linkShare }) => chars * linkShare),
    staying: of(({ stays }) => Number(stays)),
    sentences: of(({ isEnded, chars }) => Number(isEnded && chars > MIN_SENTENCE_CHARS)),
  };
}
