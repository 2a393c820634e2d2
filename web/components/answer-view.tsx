import { words } from '../languages/words.ts';
import { hasBody } from '../state/notice.ts';
import { isInProgress, type OpenCard, type ShownState } from '../state/state.ts';
import { AnswerText } from './answer-text.tsx';
import type { Commands } from './commands.ts';
import { lazy } from './lazy.tsx';

const AnswerTools = lazy((later) => later.AnswerTools);
const CodeBlocks = lazy((later) => later.CodeBlocks);
const Findings = lazy((later) => later.Findings);
const FoldedPlan = lazy((later) => later.FoldedPlan);
const PagePicture = lazy((later) => later.PagePicture);
const Plan = lazy((later) => later.Plan, Placeholder);

type AnswerViewProps = { state: ShownState; card: OpenCard | null; commands: Commands };

/** The answer as it grows, block by block, with its actions. */
export function AnswerView({ state, card, commands }: AnswerViewProps) {
  const asking = isInProgress(state);
  const shown = hasBody(state);
  if (!asking && !shown) return null;
  return (
    <article class="answer" aria-labelledby="answer-title" aria-busy={asking}>
      <h2 id="answer-title" class="off-screen">
        {words.answer}
      </h2>
      {shown && state.isDeep && <FoldedPlan state={state} />}
      {shown && <AnswerText exchange={state} turn={state.thread.length} card={card} />}
      {!shown && (state.isDeep ? <Plan state={state} commands={commands} /> : <Placeholder />)}
      {shown && state.thread.length === 0 && <PagePicture exchange={state} />}
      {shown && <AnswerTools state={state} commands={commands} />}
      {shown && <CodeBlocks exchange={state} turn={state.thread.length} />}
      {shown && <Findings exchange={state} turn={state.thread.length} />}
    </article>
  );
}

function Placeholder() {
  return (
    <div class="placeholder" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
