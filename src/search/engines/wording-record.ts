/** Remembers whether one wording of questions ever finds anything on a back-end. */
export type WordingRecord = {
  /** Whether to try the wording now and not only after all others; each call counts as a turn. */
  isWorthTrying(): boolean;
  /** Records that a search with this wording had results. */
  recordHit(): void;
  /** Records that this wording had no results, but a looser one did. */
  recordMiss(): void;
};

/** Every nth turn is tried in any case, because the engines behind an instance change. */
const PROBE_EVERY = 20;

/** A new record: after `maxMisses` misses in a row, the wording comes last until it finds something again. */
export function createWordingRecord(maxMisses: number): WordingRecord {
  let missesInRow = 0;
  let turns = 0;
  return {
    isWorthTrying() {
      if (missesInRow < maxMisses) return true;
      turns = (turns + 1) % PROBE_EVERY;
      return turns === 0;
    },
    recordHit() {
      missesInRow = 0;
      turns = 0;
    },
    recordMiss() {
      missesInRow++;
    },
  };
}
