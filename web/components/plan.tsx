import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { PageStep } from '../state/messages.ts';
import type { ShownState } from '../state/state.ts';
import type { Commands } from './commands.ts';
import { PlanEditor } from './plan-editor.tsx';

type PlanProps = { state: ShownState; commands: Commands };

/**
 * The search queries of a deep answer, each with its state, until the text of the answer replaces them.
 */
export function Plan({ state, commands }: PlanProps) {
  const { plan, planDraft, phase, isFinishing } = state;
  if (planDraft !== null) return <PlanEditor draft={planDraft} commands={commands} />;
  if (plan.length === 0) return <p class="plan">{asideWords.planning}</p>;
  return (
    <div class="plan">
      <h3 id="plan">{asideWords.plan}</h3>
      <Queries state={state} />
      {phase !== 'writing' && !isFinishing && (
        <button type="button" class="tool" onClick={commands.stop}>
          {asideWords.answerNow}
        </button>
      )}
    </div>
  );
}

/** The plan above its answer, folded. */
export function FoldedPlan({ state }: { state: ShownState }) {
  if (state.plan.length === 0) return null;
  return (
    <details class="plan folded">
      <summary id="plan">{asideWords.plan}</summary>
      <Queries state={state} />
    </details>
  );
}

/** Each query, and how its search ended. */
function Queries({ state: { plan, steps, phase } }: { state: ShownState }) {
  const outcomes = outcomesOf(steps);
  return (
    <ol aria-labelledby="plan">
      {plan.map((question, at) => {
        const outcome = outcomes.get(at) ?? (phase === 'ended' ? 'skipped' : undefined);
        return (
          <li key={at} class={outcome === undefined ? '' : 'done'}>
            <span dir="auto">{question}</span>{' '}
            <span class="outcome">
              {outcome === undefined ? words.searching : asideWords.slotStatus[outcome]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** How each search ended, by its number: with results if any slot had some. */
function outcomesOf(steps: readonly PageStep[]): ReadonlyMap<number, 'ok' | 'empty' | 'failed'> {
  const outcomes = new Map<number, 'ok' | 'empty' | 'failed'>();
  let search = 0;
  for (const step of steps) {
    if (step.kind === 'query') {
      search = step.search;
      outcomes.set(search, 'failed');
    }
    const outcome = outcomes.get(search);
    if (step.kind !== 'slot' || outcome === undefined || outcome === 'ok') continue;
    if (step.status === 'ok' || step.status === 'empty') outcomes.set(search, step.status);
  }
  return outcomes;
}
