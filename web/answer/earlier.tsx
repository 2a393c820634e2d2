import { lazy, memo } from '../browser/drawing.tsx';
import { words } from '../languages/words.ts';
import { CitedFirst } from '../sources/source-cards.tsx';
import type { Commands } from '../state/commands.ts';
import { listedSources } from '../state/shown-sources.ts';
import type { OpenCard, ShownExchange, Speaking } from '../state/state.ts';
import { AnswerText } from './answer.tsx';

const CodeBlocks = lazy((later) => later.CodeBlocks);
const ExchangeTools = lazy((later) => later.ExchangeTools);
const Findings = lazy((later) => later.Findings);
const Receipt = lazy((later) => later.Receipt);
const SavePanel = lazy((later) => later.SavePanel);

type EarlierProps = {
  exchange: ShownExchange;
  turn: number;
  card: OpenCard | null;
  /** Set while this answer is read aloud. */
  speaking: Speaking | null;
  commands: Commands;
};

/** An exchange with later ones after it, with its actions; its sources and its receipt are folded. */
export const Earlier = memo(({ exchange, turn, card, speaking, commands }: EarlierProps) => {
  const { question, sources } = exchange;
  return (
    <section class="earlier">
      <QuestionHeading question={question} turn={turn} isLast={false} commands={commands} />
      <AnswerText exchange={exchange} turn={turn} card={card} />
      <CodeBlocks exchange={exchange} turn={turn} />
      <div class="tools">
        <ExchangeTools exchange={exchange} turn={turn} speaking={speaking} commands={commands} />
        <SavePanel exchange={exchange} />
        {sources.length > 0 && (
          <details>
            <summary>{words.sourceCount(listedSources(exchange).length)}</summary>
            <CitedFirst exchange={exchange} isWhole start={`source-${turn}`} card={null} />
          </details>
        )}
        <Findings exchange={exchange} turn={turn} />
        <Receipt exchange={exchange} />
      </div>
    </section>
  );
});

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
