import { useEffect, useState } from 'preact/hooks';
import { readCollections } from '../asking/rare-requests.ts';
import { withParam } from '../asking/scope.ts';
import { memo } from '../browser/drawing.tsx';
import { installation } from '../browser/installation.ts';
import { asideWords } from '../languages/aside-words.ts';
import { readAnswerPreferences, SPEEDS } from '../settings/answer-preferences.ts';
import { readSettings, saveSettings } from '../settings/settings.ts';
import type { Commands } from '../state/commands.ts';
import type { QueuedQuestion, Speaking, State } from '../state/state.ts';
import { ScopeChoice, ScopePanel, ScopeRemovals } from './scope-panel.tsx';

type QuestionOptionsProps = Pick<State, 'wantsDeep' | 'scope'> & { asking: boolean; commands: Commands };

/** The options for the next question: deep research, where to search, and in which of the operator's collections. Asking closes them. */
export const QuestionOptions = memo(({ wantsDeep, scope, asking, commands }: QuestionOptionsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [names, setNames] = useState<readonly string[]>();
  useEffect(() => {
    if (asking) setIsOpen(false);
    // A reader without a key is asked for it with the first question.
    else if (!names && installation().searches !== 'web') readCollections().then(setNames, () => {});
  }, [asking]);
  return (
    <>
      <button
        type="button"
        class="chip deep-switch"
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
      {/* The one that is chosen can be removed as other limits can. */}
      {names?.[0] && !scope.includes('collection=') && (
        <ScopeChoice
          value=""
          label={asideWords.scope}
          choose={(value) => commands.scope(withParam(scope, 'collection', value))}
          options={['', ...names].map((each) => [each, each || asideWords.searchEverywhere])}
        />
      )}
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

/** The questions that wait for the end of the answer; each can be edited in the field, or removed. */
export function Queue({ queue, commands }: { queue: readonly QueuedQuestion[]; commands: Commands }) {
  if (queue.length === 0) return null;
  return (
    <ul class="queue" aria-label={asideWords.next}>
      {queue.map(({ question }, at) => (
        <li key={`${at} ${question}`}>
          <span aria-hidden="true">{asideWords.next}</span>
          <button
            type="button"
            class="chip"
            dir="auto"
            aria-label={asideWords.editNext.replace('{what}', () => question)}
            onClick={() => commands.edit(at)}
          >
            {question}
          </button>
          <button
            type="button"
            class="chip bare"
            aria-label={asideWords.removeNext.replace('{what}', () => question)}
            onClick={() => commands.remove(at)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** While an answer is read aloud: pause, stop, and the speed of the sentences that follow. */
export function Player({ speaking, commands }: { speaking: Speaking; commands: Commands }) {
  const read = () => readAnswerPreferences(readSettings().answers);
  return (
    <>
      <button type="button" class="chip player" onClick={() => commands.readAloud(speaking.turn)}>
        {speaking.paused ? asideWords.resumeListening : asideWords.pauseListening}
      </button>
      <button type="button" class="chip" onClick={commands.stopReading}>
        {asideWords.stopListening}
      </button>
      <select
        class="chip"
        aria-label={asideWords.speed}
        onChange={({ currentTarget: { value } }) =>
          saveSettings({ ...readSettings(), answers: { ...read(), speed: Number(value) } })
        }
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed} selected={speed === read().speed}>
            {speed} ×
          </option>
        ))}
      </select>
    </>
  );
}
