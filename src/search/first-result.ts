import type { RunningAttempt, SlotResult } from './running-attempt.ts';

/**
 * An event that ends the wait for a running attempt before the attempt itself ends: either a time by
 * `performance.now()` is reached, or other attempts cause the suspension of its slot.
 */
export type Cue = { readonly attempt: RunningAttempt; readonly until: number | 'suspended' };

/** The result of the attempt that ends first, or null if the cue comes before. */
export async function firstResult(
  running: readonly RunningAttempt[],
  cue: Cue | null,
): Promise<SlotResult | null> {
  const ends: Promise<SlotResult | null>[] = running.map(({ ended }) => ended);
  if (cue === null) return Promise.race(ends);
  const { promise, resolve } = Promise.withResolvers<null>();
  using _waiting = onCue(cue, () => resolve(null));
  return await Promise.race([...ends, promise]);
}

function onCue({ attempt, until }: Cue, listener: () => void): Disposable {
  if (until !== 'suspended') {
    const timer = setTimeout(listener, Math.max(0, until - performance.now()));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  }
  return attempt.slot.breaker.onOpen(() => {
    // If the attempt's own failure caused the suspension, the attempt is about to report the cause itself.
    if (!attempt.isOver) listener();
  });
}
