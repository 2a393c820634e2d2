import { untilAborted } from '../core/deadline.ts';

/**
 * Waits for a permit and returns the function that releases it, to be called once. Rejects with the signal's
 * reason.
 */
export type TakePermit = (key: string, signal: AbortSignal) => Promise<() => void>;

type WaitingLine = { busy: number; readonly waiting: Set<() => void> };

/**
 * Admits at most `width` callers at a time for each key, first come, first served. Callers who stop waiting
 * delay nobody else.
 */
export function createPermits(width: number): TakePermit {
  const lines = new Map<string, WaitingLine>();

  function giveBack(key: string, line: WaitingLine): void {
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      next();
    } else if (--line.busy === 0) lines.delete(key);
  }

  return async (key, signal) => {
    const line = lines.get(key) ?? { busy: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.busy < width) line.busy++;
    else await inLine(line, signal, () => giveBack(key, line));
    return () => giveBack(key, line);
  };
}

/**
 * The signal may abort at the moment at which a permit is granted; the permit then goes to the next caller.
 */
async function inLine(line: WaitingLine, signal: AbortSignal, passOn: () => void): Promise<void> {
  let isMine = false;
  let take: () => void = () => undefined;
  const permit = new Promise<void>((resolve) => {
    take = () => {
      isMine = true;
      resolve();
    };
  });
  line.waiting.add(take);
  try {
    await untilAborted(permit, signal);
  } catch (error) {
    if (isMine) passOn();
    else line.waiting.delete(take);
    throw error;
  }
}
