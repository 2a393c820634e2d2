import { asideWords } from '../languages/aside-words.ts';
import type { State } from '../state/state.ts';
import type { Commands } from './commands.ts';
import { memo } from './memo.ts';
import { ScopeChips } from './scope-chips.tsx';

type AskingOptionsProps = Pick<State, 'wantsDeep' | 'scope'> & { commands: Commands };

/** The options for the next question: deep research, and where to search. */
export const AskingOptions = memo(({ wantsDeep, scope, commands }: AskingOptionsProps) => {
  return (
    <>
      <button
        type="button"
        class="tool deep-switch"
        title={asideWords.deepMeans}
        aria-pressed={wantsDeep}
        onClick={() => commands.deepen(!wantsDeep)}
      >
        {asideWords.deep}
      </button>
      <ScopeChips scope={scope} change={commands.scope} />
    </>
  );
});
