import type { SlotCall, SlotResult } from './ask-slot.ts';

/**
 * An attempt to watch while waiting, until a point in time by `performance.now()` or until its slot is
 * suspended.
 */
export type Watched = { readonly asking: SlotCall; readonly until: number | 'left alone' };

/**
 * Returns the first attempt that ends, or null if the watched one reaches its time, or its slot is suspended
 * because of other attempts. Rejects when the caller leaves.
 */
export async function firstToEnd(
  running: readonly SlotCall[],
  watched: Watched | null,
): Promise<SlotResult | null> {
  const ends: Promise<SlotResult | null>[] = running.map(({ asked }) => asked);
  if (watched === null) return Promise.race(ends);
  const { promise, resolve } = Promise.withResolvers<null>();
  using _watching = watch(watched, () => resolve(null));
  return await Promise.race([...ends, promise]);
}

function watch({ asking, until }: Watched, listener: () => void): Disposable {
  if (until !== 'left alone') {
    const timer = setTimeout(listener, Math.max(0, until - performance.now()));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  }
  return asking.slot.breaker.onOpen(() => {
    // An attempt that opens the breaker when it ends will report its own cause in a moment.
    if (!asking.isOver()) listener();
  });
}
