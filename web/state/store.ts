import { reduce } from './reduce.ts';
import { type Action, initialState, type State } from './state.ts';

/** Holds the page's state. */
export type Store = { readonly state: State; send(action: Action): void };

/**
 * A store that calls `draw` after changes, once for all actions of the same turn, because events come in
 * bursts.
 */
export function createStore(draw: (state: State) => void): Store {
  let state = initialState;
  let isDrawing = false;
  return {
    get state() {
      return state;
    },
    send(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      if (isDrawing) return;
      isDrawing = true;
      queueMicrotask(() => {
        isDrawing = false;
        draw(state);
      });
    },
  };
}
