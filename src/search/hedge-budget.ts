/** Bounds how many calls may be made beside others. */
export type HedgeBudget = {
  /** To be told of every call that is made anyway. */
  earn(): void;
  /** Takes the right to one extra call; false when there is none. */
  spend(): boolean;
  /** The same for a call that is merely welcome: half of the savings stay for slots that are slow. */
  spendSpare(): boolean;
};

/** Extra calls per call: under a tenth of all. */
const SHARE = 0.1;
/** The most that is saved up, and what a fresh service begins with: a back-end that hangs must not meet an empty purse. */
const MOST = 10;

/** A purse that fills by a tenth of a call with every call and starts full. */
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
