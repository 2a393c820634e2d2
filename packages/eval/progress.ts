/** Where progress is shown. */
type ProgressOutput = { write(text: string): unknown; readonly isTTY?: boolean };

/** Without a terminal, a line is printed for each share of this size. */
const SHARE = 0.1;

/**
 * Shows how many questions are done, how fast, and how long the rest takes at this rate: one line that is
 * renewed on a terminal, a few lines elsewhere.
 * @param done the number of questions that an earlier run has done
 */
export function showProgress(total: number, done: number, output: ProgressOutput) {
  const startedAtMs = performance.now();
  let steps = 0;
  let shownShare = done / total;
  const show = (text: string) => output.write(output.isTTY === true ? `\r\u001b[K${text}` : `${text}\n`);
  return {
    /** Another question is done. */
    step(): void {
      steps++;
      const share = (done + steps) / total;
      if (output.isTTY !== true && share < 1 && share - shownShare < SHARE) return;
      shownShare = share;
      const perMs = steps / (performance.now() - startedAtMs);
      const left = describeTime((total - done - steps) / perMs);
      show(`${done + steps} of ${total} questions, ${(perMs * 60_000).toFixed(1)} a minute, ${left} left`);
    },
    /** All questions wait for a server. */
    waiting: (waitMs: number): void =>
      void show(`A server has no room; going on in ${describeTime(waitMs)}.`),
    /** Removes the line. */
    end: (): void => void (output.isTTY === true && output.write('\r\u001b[K')),
  };
}

/** A duration in words, rounded. */
function describeTime(ms: number): string {
  if (!Number.isFinite(ms)) return 'an unknown time';
  if (ms < 100_000) return `${Math.ceil(ms / 1000)} s`;
  if (ms < 6_000_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
