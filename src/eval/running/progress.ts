/** What is shown while questions are asked. */
export type EvalProgress = {
  /** Another question is done; null if its answer has no grade. */
  step(isCorrect: boolean | null): void;
  /** All questions wait for a server. */
  waiting(waitMs: number): void;
  /** Removes the line. */
  end(): void;
};

/** Where progress is shown. */
export type ProgressOutput = { write(text: string): unknown; readonly isTTY?: boolean };

/** Without a terminal, a line is printed for each share of this size. */
const SHARE = 0.1;

/**
 * Shows how many questions are done, how fast, and how long the rest takes at this rate: one line that is
 * renewed on a terminal, a few lines elsewhere.
 * @param done the number of questions that an earlier run has done
 */
export function showProgress(total: number, done: number, output: ProgressOutput): EvalProgress {
  const startedAtMs = performance.now();
  let [steps, right, graded] = [0, 0, 0];
  let shownShare = done / total;
  const line = () => {
    const perMs = steps / (performance.now() - startedAtMs);
    const leftMs = (total - done - steps) / perMs;
    const rate = `${(perMs * 60_000).toFixed(1)} a minute`;
    const correct = graded === 0 ? '' : `, ${Math.round((100 * right) / graded)} % of these correct`;
    return `${done + steps} of ${total} questions, ${rate}, ${describeTime(leftMs)} left${correct}`;
  };
  const show = (text: string) => output.write(output.isTTY === true ? `\r\u001b[K${text}` : `${text}\n`);
  return {
    step(isCorrect) {
      steps++;
      if (isCorrect !== null) {
        graded++;
        right += Number(isCorrect);
      }
      const share = (done + steps) / total;
      if (output.isTTY !== true && share < 1 && share - shownShare < SHARE) return;
      shownShare = share;
      show(line());
    },
    waiting: (waitMs) => void show(`A server has no room; going on in ${describeTime(waitMs)}.`),
    end: () => void (output.isTTY === true && output.write('\r\u001b[K')),
  };
}

/** A duration in words, rounded. */
export function describeTime(ms: number): string {
  if (!Number.isFinite(ms)) return 'an unknown time';
  if (ms < 100_000) return `${Math.ceil(ms / 1000)} s`;
  if (ms < 6_000_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
