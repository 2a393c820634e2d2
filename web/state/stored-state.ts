import { wholeExchange } from './exchanges.ts';
import { initialState, type QueuedQuestion, type ShownExchange, type State } from './state.ts';

/** The version of the stored form. Data of older versions is ignored. */
const VERSION = 1;

/** The question, until there is an answer. */
export type Underway = {
  readonly thread: readonly ShownExchange[];
  readonly question: string;
  readonly isDeep: boolean;
  readonly queue: readonly QueuedQuestion[];
  /** The plan of a deep answer, and one that the reader had not started yet. */
  readonly plan?: readonly string[] | undefined;
  readonly draft?: readonly string[] | undefined;
};

type StoredState = { readonly version: number; readonly state?: State; readonly underway?: Underway };

/** Adds an entry to the browser's history, or changes the address of the current one. */
export function nameEntry(address: string, isNew: boolean, underway?: Underway): void {
  keep({ version: VERSION, ...(underway && { underway }) }, address, isNew);
}

/** Stores a state with the current entry, so that Reload, Back and Forward show it without asking again. */
export function storeState(state: State): void {
  keep(
    { version: VERSION, state: { ...state, health: null, aside: initialState.aside } },
    location.href,
    false,
  );
}

/**
 * The state stored with the current entry, or the question that was in progress; each undefined if there is
 * none.
 */
export function storedState(): Pick<StoredState, 'state' | 'underway'> {
  const kept: StoredState | null = history.state;
  if (kept?.version !== VERSION) return {};
  const { state } = kept;
  if (state === undefined) return kept;
  return { ...kept, state: { ...initialState, ...state, thread: state.thread.map(wholeExchange) } };
}

function keep(kept: StoredState, address: string, isNew: boolean): void {
  const method = isNew ? 'pushState' : 'replaceState';
  try {
    history[method](kept, '', address);
  } catch {
    // Browsers limit the size of the state and the number of changes.
    history[method]({ version: VERSION }, '', address);
  }
}
