import { words } from '../languages/words.ts';
import type { OpenCard, ShownExchange } from '../state/state.ts';
import { AnswerText } from './answer-text.tsx';
import { Asked } from './asked.tsx';
import { memo } from './memo.ts';
import { CitedFirst } from './source-cards.tsx';

type EarlierProps = { exchange: ShownExchange; turn: number; card: OpenCard | null };

/** An exchange with later ones after it; its sources are folded. */
export const Earlier = memo(({ exchange, turn, card }: EarlierProps) => {
  const { question, sources } = exchange;
  return (
    <section class="earlier">
      <Asked question={question} turn={turn} isLast={false} />
      <AnswerText exchange={exchange} turn={turn} card={card} />
      {sources.length > 0 && (
        <details>
          <summary>{words.sourceCount(sources.length)}</summary>
          <CitedFirst exchange={exchange} isWhole start={`source-${turn}`} card={null} />
        </details>
      )}
    </section>
  );
});
