import { words } from '../languages/words.ts';
import { listedSources } from '../state/cited-sources.ts';
import type { OpenCard, ShownExchange, Speaking } from '../state/state.ts';
import { AnswerText } from './answer-text.tsx';
import type { Commands } from './commands.ts';
import { lazy } from './lazy.tsx';
import { memo } from './memo.ts';
import { QuestionHeading } from './question-heading.tsx';
import { CitedFirst } from './source-cards.tsx';

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
      <div class="tools">
        <ExchangeTools exchange={exchange} turn={turn} speaking={speaking} commands={commands} />
        <SavePanel exchange={exchange} />
      </div>
      <CodeBlocks exchange={exchange} turn={turn} />
      <Findings exchange={exchange} turn={turn} />
      {sources.length > 0 && (
        <details>
          <summary>{words.sourceCount(listedSources(exchange).length)}</summary>
          <CitedFirst exchange={exchange} isWhole start={`source-${turn}`} card={null} />
        </details>
      )}
      <Receipt exchange={exchange} />
    </section>
  );
});
