import { createListening } from './listening.ts';
import { createReadingAloud } from './reading-aloud.ts';
import type { Store } from './store.ts';

/** What the page does with its voice and its ears; loaded when somebody first wants one of them. */
export type Voice = {
  /** Does what the state says: speaks, pauses, falls silent, listens. Called whenever the state has changed. */
  follow(): void;
};

/** Binds voice and ears to the store; `ask` gets the question that was spoken. */
export function createVoice(store: Store, ask: (question: string) => void): Voice {
  const parts = [createReadingAloud(store), createListening(store, ask)];
  return {
    follow() {
      for (const follow of parts) follow();
    },
  };
}
