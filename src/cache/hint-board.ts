import { randomUUID } from 'node:crypto';
import type { SharedStore } from './shared-store.ts';

/** Short notes between instances, by name. Notes are read from memory, so reading costs nothing. */
export type HintBoard = {
  /** Publishes a note to the other instances. */
  post(name: string, text: string, lifetimeMs: number): void;
  /** The latest note of another instance under a name, at most a second old; null if there is none. */
  read(name: string): string | null;
  close(): void;
};

const LOOK_MS = 1000;
/** Separates the instance that wrote a note from its text. */
const MARK = ' ';

/**
 * A board for these names, refreshed once a second. While the store cannot be reached, it keeps the last
 * known notes.
 */
export function createHintBoard(shared: SharedStore, names: readonly string[]): HintBoard {
  const self = randomUUID();
  const seen = new Map<string, string>();
  const keys = names.map(toKey);

  function keep(name: string, note: string | null | undefined): void {
    const [writer, ...words] = (note ?? '').split(MARK);
    if (note == null || writer === self) seen.delete(name);
    else seen.set(name, words.join(MARK));
  }

  async function look(): Promise<void> {
    const notes = await shared.getMany(keys).catch(() => null);
    if (notes !== null) for (const [at, name] of names.entries()) keep(name, notes[at]);
  }

  const timer = names.length > 0 ? setInterval(() => void look(), LOOK_MS).unref() : undefined;
  return {
    post: (name, text, lifetimeMs) =>
      void shared.set(toKey(name), `${self}${MARK}${text}`, lifetimeMs).catch(() => undefined),
    read: (name) => seen.get(name) ?? null,
    close: () => clearInterval(timer),
  };
}

const toKey = (name: string) => `hint:${name}`;
