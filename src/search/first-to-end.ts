import type { Asked, Asking } from './ask-slot.ts';
import { hedgeDelayMs } from './watched-slot.ts';

/**
 * What is looked out for while a call runs: `slow`, that it has had the time its slot usually takes, or `left alone`, that
 * its slot's breaker opens because of other calls.
 */
type Sign = 'slow' | 'left alone';

/** A call that is not merely waited for. */
export type Watched = { readonly asking: Asking; readonly sign: Sign };

/** The first call that ends, or null when the sign of `watched` comes before. Rejects when the caller leaves. */
export async function firstToEnd(running: readonly Asking[], watched: Watched | null): Promise<Asked | null> {
  const ends: Promise<Asked | null>[] = running.map(({ asked }) => asked);
  if (watched === null) return Promise.race(ends);
  const { promise, resolve } = Promise.withResolvers<null>();
  using _watching = signs[watched.sign](watched.asking, () => resolve(null));
  return await Promise.race([...ends, promise]);
}

const signs: Readonly<Record<Sign, (asking: Asking, listener: () => void) => Disposable>> = {
  slow({ slot, timeoutMs, elapsedMs }, listener) {
    const timer = setTimeout(listener, Math.max(0, hedgeDelayMs(slot, timeoutMs) - elapsedMs()));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
  'left alone': ({ slot, isOver }, listener) =>
    slot.breaker.onOpen(() => {
      // A call that opens it by its own end has a cause of its own to tell, in a moment.
      if (!isOver()) listener();
    }),
};
