import type { Commands } from './commands.ts';
import { lazy } from './lazy.tsx';

const EditQuestion = lazy((later) => later.EditQuestion);

type QuestionHeadingProps = {
  question: string;
  turn: number;
  /** True for the only or last question. */
  isLast: boolean;
  commands: Commands;
};

/** A question of at least this length, in characters, is shown as text. */
const LONG = 120;

/** A question as the heading of its answer; the first one is the title of the page. */
export function QuestionHeading({ question, turn, isLast, commands }: QuestionHeadingProps) {
  const Heading = turn === 0 ? 'h1' : 'h2';
  return (
    <div class="asked-row">
      <Heading
        class={`asked-question${question.length > LONG ? ' long' : ''}`}
        dir="auto"
        id={isLast ? 'asked' : undefined}
        tabIndex={-1}
        ref={isLast && turn > 0 ? goThere : null}
      >
        {question}
      </Heading>
      <EditQuestion question={question} turn={turn} commands={commands} />
    </div>
  );
}

/** This ref is always the same function, so that Preact calls it only once, when the heading appears. */
function goThere(heading: HTMLElement | null) {
  heading?.scrollIntoView();
}
