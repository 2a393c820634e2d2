import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../core/failure.ts';
import type { SharedStore } from './cache.ts';

/** A stream that grows until it is over. */
export type Growing = {
  readonly sealed: readonly Buffer[];
  readonly working: AbortController;
  readonly over: AbortSignal;
};

/** How often new events are written, and readers look for them, in milliseconds. */
const EVERY_MS = 250;
/** How often an instance says that it goes on, and looks whether it is to stop, in turns of this length. */
const SIGN_EVERY = 4;
/** If it has not said so for this time, in milliseconds, it has ended. */
const DEAD_AFTER_MS = 10_000;
/** Turns after which a store that stays lost is given up. */
const PATIENCE = DEAD_AFTER_MS / EVERY_MS;
/** How often a slow store is asked whether it has a stream; it is left alone for a while after each time. */
const LOOKS = 12;
/** Parts may outlive their stream in the store, but without its head nobody gets them. */
const PART_FACTOR = 6;

/** The keys of one stream in the store: its head, its parts, and two signs. */
export function storedStream(shared: SharedStore, place: string) {
  const keyOf = (what: string | number) => `kept:${place}:${what}`;
  const set = async (what: string | number, text: string, lifetimeMs: number) =>
    shared.set(keyOf(what), text, lifetimeMs).then(
      () => true,
      () => false,
    );
  /** Null if there is none, undefined if the store does not say. */
  const get = async (what: string | number) => shared.get(keyOf(what)).catch(() => undefined);
  return {
    set,
    get,
    /** Throws a Failure `overloaded` if the store does not say. */
    async exists(): Promise<boolean> {
      for (let turn = 0; turn < LOOKS; turn++) {
        const head = await get('head');
        if (head !== undefined) return head !== null;
        await pause(EVERY_MS);
      }
      const message = 'The store of kept answers does not reply. Try again in a moment.';
      throw new Failure('overloaded', message, { retryAfterMs: DEAD_AFTER_MS });
    },
    stop: () => set('stop', 'stop', 2 * DEAD_AFTER_MS),
  };
}

type StoredStream = ReturnType<typeof storedStream>;

/**
 * Writes a stream into the store while it grows, part by part, then its head with the number of parts. A part
 * never changes, also if it has to be written again: a reader may have it.
 */
export async function copyToStore(stream: Growing, store: StoredStream, keptMs: number): Promise<void> {
  let [taken, parts, part, fails] = [0, 0, '', 0];
  for (let turn = 0; fails < PATIENCE; turn++) {
    const isOver = stream.over.aborted;
    if (!isOver && turn % SIGN_EVERY === 0) {
      await Promise.all([store.set('head', '', keptMs), store.set('alive', '', DEAD_AFTER_MS)]);
      if (await store.get('stop')) stream.working.abort(new Failure('cancelled', 'The answer was stopped.'));
    }
    if (part === '') {
      part = stream.sealed
        .slice(taken)
        .map((event) => event.toString('base64'))
        .join();
      taken = stream.sealed.length;
    }
    const isWritten = part === '' || (await store.set(parts, part, PART_FACTOR * keptMs));
    if (isWritten && part !== '') parts++;
    if (isWritten) part = '';
    const isWhole = isOver && isWritten && taken === stream.sealed.length;
    if (isWhole && (await store.set('head', String(parts), keptMs))) return;
    if (isOver && !isWritten) fails++;
    await pause(EVERY_MS, undefined, { signal: isOver ? undefined : stream.over }).catch(() => undefined);
  }
}

/**
 * The parts of a stream, and, if it is followed, those that come.
 * @throws Failure `stopping` if its instance ended before the stream, or the store came back without it
 */
export async function* readParts(store: StoredStream, follow: boolean): AsyncGenerator<readonly Buffer[]> {
  let silent = 0;
  for (let at = 0; ; ) {
    // In this order: what was written before the head is there.
    const head = await store.get('head');
    const isAlive = await store.get('alive');
    const part = await store.get(at);
    if (typeof part === 'string') {
      yield part.split(',').map((event) => Buffer.from(event, 'base64'));
      at++;
      silent = 0;
      continue;
    }
    if (head && Number(head) <= at) return;
    const isUnknown = [head, isAlive, part].includes(undefined);
    if ((isUnknown && silent++ > PATIENCE) || (!isUnknown && isAlive === null))
      throw new Failure('stopping', 'The instance that made this answer has ended, or Redis has lost it.');
    if (!follow) return;
    await pause(EVERY_MS);
  }
}
