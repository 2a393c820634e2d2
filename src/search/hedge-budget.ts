/** Limits how many extra calls may be made in parallel with others. */
export type HedgeBudget = {
  /** Must be called for every regular call. */
  earn(): void;
  /** Spends one extra call; false if none is left. */
  spend(): boolean;
  /** Spends one optional extra call; half of the saved-up calls are reserved for slow slots. */
  spendSpare(): boolean;
};

/** Extra calls earned per regular call, which keeps them below a tenth of all calls. */
const SHARE = 0.1;
/**
 * The maximum number of saved calls, which is also the initial number, so that a back-end that hangs right
 * after startup can be hedged.
 */
const MOST = 10;

/** Creates a full budget that earns a tenth of a call with every call. */
export function createHedgeBudget(): HedgeBudget {
  let saved = MOST;
  const spendDownTo = (left: number) => {
    if (saved < left + 1) return false;
    saved -= 1;
    return true;
  };
  return {
    earn() {
      saved = Math.min(MOST, saved + SHARE);
    },
    spend: () => spendDownTo(0),
    spendSpare: () => spendDownTo(MOST / 2),
  };
}
