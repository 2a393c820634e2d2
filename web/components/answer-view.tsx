import { words } from '../languages/words.ts';
import { hasBody } from '../state/notice.ts';
import { isInProgress, type OpenCard, type ShownState } from '../state/state.ts';
import { AnswerText } from './answer-text.tsx';
import type { Commands } from './commands.ts';
import { late } from './late.ts';

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
      {late && shown && state.isDeep && <late.FoldedPlan state={state} />}
      {shown && <AnswerText exchange={state} turn={state.thread.length} card={card} />}
      {!shown && (state.isDeep && late ? <late.Plan state={state} commands={commands} /> : <Placeholder />)}
      {late && shown && <late.AnswerTools state={state} commands={commands} />}
      {late && shown && <late.CodeColours exchange={state} turn={state.thread.length} />}
      {late && shown && <late.Findings exchange={state} turn={state.thread.length} commands={commands} />}
      {late && shown && <late.Related exchange={state} commands={commands} />}
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
