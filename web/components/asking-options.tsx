import { asideWords } from '../languages/aside-words.ts';
import type { State } from '../state/state.ts';
import type { Commands } from './commands.ts';
import { ScopeChips } from './scope-chips.tsx';

/** The options for the next question: deep research, and where to search. */
export function AskingOptions({ state, commands }: { state: State; commands: Commands }) {
  return (
    <>
      <button
        type="button"
        class="tool deep-switch"
        title={asideWords.deepMeans}
        aria-pressed={state.wantsDeep}
        onClick={() => commands.deepen(!state.wantsDeep)}
      >
        {asideWords.deep}
      </button>
      <ScopeChips scope={state.scope} change={commands.scope} />
    </>
  );
}
