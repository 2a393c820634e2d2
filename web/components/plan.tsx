import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { ShownState } from '../state/state.ts';
import type { Commands } from './commands.ts';

type PlanProps = { state: ShownState; commands: Commands };

/**
 * The search queries of a deep answer, each with its state, until the text of the answer replaces them.
 */
export function Plan({ state, commands }: PlanProps) {
  const { plan, steps, phase, isFinishing } = state;
  const searched = new Set(steps.map((step) => (step.kind === 'query' ? step.search : -1)));
  if (plan.length === 0) return <p class="plan">{asideWords.planning}</p>;
  return (
    <div class="plan">
      <h3 id="plan">{asideWords.plan}</h3>
      <ol aria-labelledby="plan">
        {plan.map((question, at) => {
          const isDone = searched.has(at);
          return (
            <li key={at} class={isDone ? 'done' : ''}>
              <span dir="auto">{question}</span>
              <span class="off-screen"> {isDone ? asideWords.slotStatus.ok : words.searching}</span>
            </li>
          );
        })}
      </ol>
      {phase !== 'writing' && !isFinishing && (
        <button type="button" class="tool" onClick={commands.stop}>
          {asideWords.answerNow}
        </button>
      )}
    </div>
  );
}
