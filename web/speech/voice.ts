import type { Store } from '../state/store.ts';
import { createListening } from './listening.ts';
import { createReadingAloud } from './reading-aloud.ts';

/** Reading aloud and speech recognition; loaded when first needed. */
export type Voice = {
  /** Applies the state: reads, pauses, stops, listens. Called after every change of the state. */
  follow(): void;
};

/** Connects both to the store; `ask` receives the spoken question. */
export function createVoice(store: Store, ask: (question: string) => void): Voice {
  const parts = [createReadingAloud(store), createListening(store, ask)];
  return {
    follow() {
      for (const follow of parts) follow();
    },
  };
}
