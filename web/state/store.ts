import { reduce } from './reduce.ts';
import { type Action, initialState, type State } from './state.ts';

/** Holds the page's state. */
export type Store = { readonly state: State; send(action: Action): void };

/** What the service streams while an answer grows: up to a hundred actions per second. */
const STREAMED: ReadonlySet<Action['type']> = new Set<Action['type']>([
  ...(['planned', 'steps', 'delta', 'block', 'sentence', 'quotes', 'statement', 'timed'] as const),
]);

/** The shortest pause between two drawings of what is streamed, in milliseconds. */
const PAUSE_MS = 100;

/** The pause is at least this many times as long as the drawing, so that a slow machine has time for keys. */
const PAUSE_PER_DRAWING = 3;

/**
 * A store that calls `draw` after changes: in the same turn after an action of the reader, with pauses after
 * what the service streams. A key never waits for text that has not been drawn yet: after `typed`, everything
 * but the field is as it was drawn last.
 */
export function createStore(draw: (state: State) => void): Store {
  let state = initialState;
  let drawn = initialState;
  let drawing: 'none' | 'field' | 'all' = 'none';
  let timer = 0;
  let restUntil = 0;

  function drawAll() {
    clearTimeout(timer);
    timer = 0;
    const startedAtMs = performance.now();
    drawn = state;
    draw(drawn);
    const now = performance.now();
    restUntil = now + Math.max(PAUSE_MS, PAUSE_PER_DRAWING * (now - startedAtMs));
  }

  function drawField() {
    const { draft, note } = state;
    drawn = { ...drawn, draft, note };
    draw(drawn);
  }

  function drawSoon(what: 'field' | 'all') {
    const isScheduled = drawing !== 'none';
    if (drawing !== 'all') drawing = what;
    if (isScheduled) return;
    queueMicrotask(() => {
      const isAll = drawing === 'all';
      drawing = 'none';
      if (isAll) drawAll();
      else drawField();
    });
  }

  return {
    get state() {
      return state;
    },
    send(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      if (!STREAMED.has(action.type)) drawSoon(action.type === 'typed' && timer !== 0 ? 'field' : 'all');
      else if (timer === 0) timer = Number(setTimeout(drawAll, Math.max(0, restUntil - performance.now())));
    },
  };
}
