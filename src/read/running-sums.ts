/** Sums over all blocks before a position; the difference of two of them is the sum of the blocks between. */
export type RunningSums = {
  readonly chars: Float64Array;
  readonly linkChars: Float64Array;
  readonly staying: Float64Array;
  readonly sentences: Float64Array;
};

/** What is added up of a block. */
type Summed = {
  readonly chars: number;
  readonly linkShare: number;
  readonly stays: boolean;
  readonly isEnded: boolean;
};

const MIN_SENTENCE_CHARS = 60;

/** Adds up what neighbours of a block are asked for, so that any number of neighbours costs the same. */
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
