import { useEffect, useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';
import { readAnswerPreferences } from '../settings/answer-preferences.ts';
import { readSettings, saveSettings } from '../settings/settings.ts';
import type { State } from '../state/state.ts';
import type { Commands } from './commands.ts';
import { memo } from './memo.ts';
import { ScopePanel } from './scope-panel.tsx';
import { ScopeRemovals } from './scope-removals.tsx';

type QuestionOptionsProps = Pick<State, 'wantsDeep' | 'scope'> & { asking: boolean; commands: Commands };

/** The options for the next question: deep research, and where to search. Asking closes them. */
export const QuestionOptions = memo(({ wantsDeep, scope, asking, commands }: QuestionOptionsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (asking) setIsOpen(false);
  }, [asking]);
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
      <button
        type="button"
        class="chip scope-button"
        aria-expanded={isOpen}
        aria-controls="scope"
        onClick={() => setIsOpen(!isOpen)}
      >
        {asideWords.scope}
      </button>
      {wantsDeep && <PlanFirst />}
      <ScopeRemovals scope={scope} change={commands.scope} />
      {isOpen && <ScopePanel scope={scope} change={commands.scope} />}
    </>
  );
});

/** The setting that shows the plan before deep research starts, where the reader turns that on. */
function PlanFirst() {
  const read = () => readAnswerPreferences(readSettings().answers);
  return (
    <label class="plan-first">
      <input
        type="checkbox"
        defaultChecked={read().editsPlan}
        onChange={({ currentTarget: { checked } }) =>
          saveSettings({ ...readSettings(), answers: { ...read(), editsPlan: checked } })
        }
      />{' '}
      {asideWords.editsPlan}
    </label>
  );
}
