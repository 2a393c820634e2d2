import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import { type PlannedSearch, searchesOf } from '../state/planned-searches.ts';
import type { ShownState } from '../state/state.ts';
import type { Commands } from './commands.ts';
import { PlanEditor } from './plan-editor.tsx';
import { TimeLeft } from './time-left.tsx';

type PlanProps = { state: ShownState; commands: Commands };

/**
 * The search queries of a deep answer, each with its state, until the text of the answer replaces them.
 */
export function Plan({ state, commands }: PlanProps) {
  const { plan, planDraft, phase, isFinishing, endsAtMs } = state;
  const timeLeft = endsAtMs !== null && <TimeLeft endsAtMs={endsAtMs} />;
  if (planDraft !== null) return <PlanEditor draft={planDraft} commands={commands} />;
  if (plan.length === 0)
    return (
      <p class="plan">
        {asideWords.planning} {timeLeft}
      </p>
    );
  return (
    <div class="plan">
      <h3 id="plan">{asideWords.plan}</h3>
      <Queries state={state} />
      {phase !== 'writing' && !isFinishing && (
        <button type="button" class="tool" onClick={commands.stop}>
          {asideWords.answerNow}
        </button>
      )}
      {timeLeft}
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

/** Each query, how its search ended and what it found. */
function Queries({ state: { plan, steps, phase } }: { state: ShownState }) {
  const searches = searchesOf(steps);
  return (
    <ol aria-labelledby="plan">
      {plan.map((question, at) => {
        const search = searches[at];
        const isDone = search !== undefined || phase === 'ended';
        return (
          <li key={at} class={isDone ? 'done' : ''}>
            <span dir="auto">{question}</span>{' '}
            <span class="outcome">{isDone ? outcomeWords(search) : words.searching}</span>
          </li>
        );
      })}
    </ol>
  );
}

function outcomeWords(search: PlannedSearch | undefined): string {
  const { slotStatus, planFound, receipt } = asideWords;
  const { outcome = 'skipped', results = 0, pages = 0 } = search ?? {};
  if (outcome !== 'ok' || results === 0) return slotStatus[outcome];
  const found = words.counted(planFound, results);
  return pages === 0 ? found : `${found}, ${words.counted(receipt.pages, pages)}`;
}
