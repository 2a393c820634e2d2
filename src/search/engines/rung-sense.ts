/** Tracks whether one wording of questions (`keywords.ts`) ever finds anything on a back-end. */
export type RungSense = {
  /** Whether to try it at its usual position, or only after all others; each call counts as one turn. */
  isPromising(): boolean;
  /** It found something. */
  paid(): void;
  /** Records that it found nothing although a looser wording did. */
  missed(): void;
};

/** Every nth turn is tried in any case, because the engines behind an instance change. */
const PROBE_EVERY = 20;

/**
 * Starts without knowledge, so the wording is tried at its usual position; after `misses` in a row it comes
 * last, until it finds something again.
 */
export function createRungSense(misses: number): RungSense {
  let missesInRow = 0;
  let turns = 0;
  return {
    isPromising() {
      if (missesInRow < misses) return true;
      turns = (turns + 1) % PROBE_EVERY;
      return turns === 0;
    },
    paid() {
      missesInRow = 0;
      turns = 0;
    },
    missed() {
      missesInRow++;
    },
  };
}
