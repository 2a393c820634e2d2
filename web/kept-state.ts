import { type Exchange, initialState, type State } from './state.ts';

/** The shape of what is kept. What an older page has kept is ignored. */
const VERSION = 1;

/** What was asked, as long as there is no answer. */
export type Underway = { readonly thread: readonly Exchange[]; readonly question: string };

type Kept = { readonly version: number; readonly state?: State; readonly underway?: Underway };

/** Opens an entry of the browser's history, or renames the open one. */
export function nameEntry(address: string, isNew: boolean, underway?: Underway): void {
  keep({ version: VERSION, ...(underway && { underway }) }, address, isNew);
}

/** Keeps a state with the open entry, so that reload, Back and Forward show it again without asking. */
export function keepState(state: State): void {
  keep({ version: VERSION, state: { ...state, health: null } }, location.href, false);
}

/** The state kept with the open entry, or the question that was under way; undefined each where there is none. */
export function keptState(): Pick<Kept, 'state' | 'underway'> {
  const kept: Kept | null = history.state;
  if (kept?.version !== VERSION) return {};
  return { ...kept, ...(kept.state && { state: { ...initialState, ...kept.state } }) };
}

function keep(kept: Kept, address: string, isNew: boolean): void {
  const method = isNew ? 'pushState' : 'replaceState';
  try {
    history[method](kept, '', address);
  } catch {
    // Browsers limit how large it may be, and how often it may change.
    history[method]({ version: VERSION }, '', address);
  }
}
