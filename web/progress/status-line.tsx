import { lazy, memo } from '../browser/drawing.tsx';
import { hostOf } from '../browser/host.ts';
import { installation } from '../browser/installation.ts';
import { words } from '../languages/words.ts';
import type { PageStep } from '../state/messages.ts';
import { type Notice, noticeOf, outcomeOf } from '../state/outcome.ts';
import { citedSources, listedSources } from '../state/shown-sources.ts';
import { isInProgress, type ShownState } from '../state/state.ts';

const Contents = lazy((later) => later.Contents);
const Silence = lazy((later) => later.Silence);
const StepsButton = lazy((later) => later.StepsButton);

type StatusLineProps = { state: ShownState };

/**
 * One line with the current status, and a button that shows the steps below it. The line always exists,
 * because a live region must exist before it changes.
 */
export const StatusLine = memo(({ state }: StatusLineProps) => {
  const notice = noticeOf(state);
  const seen = headlineOf(state, notice);
  const isSaid = notice === null || seen.startsWith(words.notices[notice.kind]);
  return (
    <div
      class={
        seen === '' || notice?.kind === 'unsourced'
          ? 'off-screen'
          : `progress ${isInProgress(state) ? 'under-way' : ''}`
      }
    >
      <p class="status" role="status">
        {seen}
        {state.phase === 'writing' && state.blocks.length === 0 && <Silence />}
        {seen !== '' && !isSaid && <span class="off-screen"> {words.notices[notice.kind]}</span>}
      </p>
      {state.phase === 'ended' && <Contents exchange={state} turn={state.thread.length} />}
      {seen !== '' && state.steps.length > 0 && <StepsButton state={state} />}
    </div>
  );
});

/** The headline: what is happening, or how it ended. */
function headlineOf(state: ShownState, notice: Notice | null): string {
  const count = state.sources.length;
  if (state.phase === 'idle') return '';
  if (state.planDraft !== null) return words.checkPlan;
  if (state.phase === 'searching') return words.searchingIn(installation());
  if (state.phase === 'reading') return words.reading(hostsOf(state.steps));
  if (state.phase === 'writing') {
    if (state.blocks.length > 0 || installation().writes !== 'model') return words.writing(count);
    return state.isModelLoading ? words.modelLoading : words.waitingForModel;
  }
  const outcome = outcomeOf(state, notice);
  if (outcome === 'answered') return words.answered(state.totalMs, citedSources(state).length);
  // The number on the way to the sources: those that the text cites, if it cites any.
  const listed = count > 0 ? words.sourceCount(listedSources(state).length) : '';
  return `${words.outcomes[outcome]} ${listed}`.trim();
}

/** The hosts of the pages that were read, each only once. */
function hostsOf(steps: readonly PageStep[]): string[] {
  const hosts = steps.map((step) => (step.kind === 'page' && step.reason === '' ? hostOf(step.url) : ''));
  return [...new Set(hosts)].filter((host) => host !== '');
}
