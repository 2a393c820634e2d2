import type { Dispatcher } from 'undici';
import type { Permits } from '../admission/permits.ts';
import { markCrowded } from '../core/party.ts';

/** One page being fetched, over all its redirects. */
export type ActiveFetch = {
  readonly agent: Dispatcher;
  /** Reserves memory for this many bytes; false if none is left. */
  readonly reserve: (bytes: number) => boolean;
  /** The host whose permit it waits for; null while it has one. */
  awaitedHost: string | null;
};

/** The pages being fetched, by their key, and whether they wait for a host because of others. */
export function createActiveFetches(permits: Permits) {
  const active = new Map<string, ActiveFetch>();
  const isHeldUp = (key: string, signal: AbortSignal) => {
    const host = active.get(key)?.awaitedHost ?? null;
    return host !== null && permits.othersHave(host, signal);
  };
  return {
    isHeldUp,
    add: (key: string, fetch: ActiveFetch) => void active.set(key, fetch),
    remove(key: string, fetch: ActiveFetch) {
      // A fetch for the same key may have begun meanwhile.
      if (active.get(key) === fetch) active.delete(key);
    },
    /** Records a page that is still held up when its signal aborts. */
    watch(key: string, signal: AbortSignal): Disposable {
      // A listener runs before any other code learns of the abort, while the page is still in its line.
      const onAbort = () => {
        if (isHeldUp(key, signal)) markCrowded(signal);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      return { [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort) };
    },
  };
}
