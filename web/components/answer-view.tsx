import { useEffect, useRef } from 'preact/hooks';
import { tieCitations } from '../citations.ts';
import { hasBody } from '../notice.ts';
import { isAsking, type State } from '../state.ts';
import { words } from '../words.ts';
import { AnswerBlock } from './answer-block.tsx';
import { AnswerTools } from './answer-tools.tsx';
import type { Commands } from './commands.ts';

type Props = { state: State; commands: Commands };

/** The answer as it grows, block by block; its tools follow once it is whole. */
export function AnswerView({ state, commands }: Props) {
  const asking = isAsking(state);
  const shown = hasBody(state);
  if (!asking && !shown) return null;
  return (
    <article class="answer" aria-labelledby="answer-title" aria-busy={asking}>
      <h2 id="answer-title" class="off-screen">
        {words.answer}
      </h2>
      {shown ? <Blocks state={state} commands={commands} /> : <Placeholder />}
      {shown && !asking && state.answer !== null && (
        <AnswerTools question={state.question} answer={state.answer} commands={commands} />
      )}
    </article>
  );
}

function Blocks({ state, commands }: Props) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(
    () => (element.current === null ? undefined : tieCitations(element.current, commands)),
    [commands],
  );
  return (
    <div class="blocks" dir="auto" ref={element}>
      {state.blocks.map((html, index) => (
        <AnswerBlock key={index} html={html} />
      ))}
    </div>
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
