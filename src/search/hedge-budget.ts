/** Limits how many extra calls may be made in parallel with others. */
export type HedgeBudget = {
  /** Must be called for every regular call. */
  earn(): void;
  /** Spends one extra call; false if none is left. */
  spend(): boolean;
  /** Spends one optional extra call. Half of the maximum is reserved for slow slots. */
  spendSpare(): boolean;
};

/** Extra calls earned per regular call, which keeps them below a tenth of all calls. */
const SHARE = 0.1;
/** The most extra calls saved up, and the first budget: a back-end may hang right after startup. */
const MAX_SAVED = 10;

/** Creates a budget that starts full and earns a tenth of an extra call with every regular call. */
export function createHedgeBudget(): HedgeBudget {
  let saved = MAX_SAVED;
  const spendDownTo = (reserve: number) => {
    if (saved < reserve + 1) return false;
    saved -= 1;
    return true;
  };
  return {
    earn() {
      saved = Math.min(MAX_SAVED, saved + SHARE);
    },
    spend: () => spendDownTo(0),
    spendSpare: () => spendDownTo(MAX_SAVED / 2),
  };
}
