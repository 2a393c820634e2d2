import type { OpenCard, ShownExchange } from '../state/state.ts';
import { AnswerBlock } from './answer-block.tsx';
import { lazy } from './lazy.tsx';
import { memo } from './memo.ts';

const CitationCard = lazy((later) => later.CitationCard);

type AnswerTextProps = { exchange: ShownExchange; turn: number; card: OpenCard | null };

/** The text of an answer, block by block, and the card of the current citation. */
export const AnswerText = memo(({ exchange, turn, card }: AnswerTextProps) => {
  const source =
    card?.turn === turn ? exchange.sources.find(({ index }) => index === card.source) : undefined;
  return (
    <div class="text" data-turn={turn}>
      <div class="blocks" dir="auto">
        {exchange.blocks.map((html, index) => (
          <AnswerBlock key={index} html={html} />
        ))}
      </div>
      {source && card && (
        <CitationCard source={source} place={card.place} quote={exchange.quotes[card.place] ?? ''} />
      )}
    </div>
  );
});
