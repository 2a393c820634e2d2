/** What is known of whether one way to word a question (`keywords.ts`) finds anything at a back-end. */
export type RungSense = {
  /** Whether to ask it in its turn, or only after all others; counts as one turn. */
  isPromising(): boolean;
  /** It found something. */
  paid(): void;
  /** It found nothing, and a looser wording did. */
  missed(): void;
};

/** Every so manieth turn is taken all the same, for the engines behind an instance change. */
const PROBE_EVERY = 20;

/** Nothing is known yet, so it is asked in its turn; after `misses` in a row no longer, until it pays again. */
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
