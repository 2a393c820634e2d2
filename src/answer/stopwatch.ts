/** Measures the laps of one run; the laps add up to the total. */
export type Stopwatch<Lap extends string> = {
  /** Ends the current lap under this name; laps of the same name add up. */
  lap(name: Lap): void;
  /** Milliseconds of each lap, 0 for one that never ran. */
  read(): Readonly<Record<Lap, number>>;
  /** Milliseconds from the start to a time on the clock of `performance.now()`. */
  since(momentMs: number): number;
};

/** Starts a stopwatch for the named laps. */
export function startStopwatch<Lap extends string>(names: readonly Lap[]): Stopwatch<Lap> {
  const startedAtMs = performance.now();
  let lapStartedAtMs = startedAtMs;
  const laps = new Map<Lap, number>(names.map((name) => [name, 0]));
  return {
    lap(name) {
      const now = performance.now();
      laps.set(name, (laps.get(name) ?? 0) + now - lapStartedAtMs);
      lapStartedAtMs = now;
    },
    // The map was filled from `names`, so every lap is there.
    read: () => Object.fromEntries(laps) as Record<Lap, number>,
    since: (momentMs) => momentMs - startedAtMs,
  };
}
