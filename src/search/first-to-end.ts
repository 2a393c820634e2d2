import type { Asked, Asking } from './ask-slot.ts';

/** A call that is not merely waited for: until a point in time by `performance.now()`, or until its slot is left alone. */
export type Watched = { readonly asking: Asking; readonly until: number | 'left alone' };

/**
 * The first call that ends, or null when time is up for the watched one, or its slot's breaker opens because of other
 * calls. Rejects when the caller leaves.
 */
export async function firstToEnd(running: readonly Asking[], watched: Watched | null): Promise<Asked | null> {
  const ends: Promise<Asked | null>[] = running.map(({ asked }) => asked);
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
    // A call that opens it by its own end has a cause of its own to tell, in a moment.
    if (!asking.isOver()) listener();
  });
}
