import type { RankPassages } from '../../core/ranking.ts';
import { select } from '../../lib/passages/index.ts';
import type { GatherDeps } from '../steps.ts';

/**
 * Selects sources with a model that ranks their passages. Without a model, or if it fails, the passages are
 * ranked by their words alone.
 */
export function selectWith(rank: RankPassages | null): GatherDeps['select'] {
  if (rank === null) return select;
  return (choice, timeoutMs, signal) =>
    select({
      ...choice,
      async rank(passages) {
        try {
          return await rank({ question: choice.question.text, passages, timeoutMs }, signal);
        } catch (error) {
          // The deadline of the answer has passed, which ends all later work; the sources are still of use.
          if (!signal.aborted) throw error;
          return null;
        }
      },
    });
}
