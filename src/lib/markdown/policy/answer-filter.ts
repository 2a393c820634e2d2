import type { CitationFilter } from '../citations/citations.ts';
import type { OutputPolicy } from './output-policy.ts';

/** The filter for an answer: citations before the policy, as removals can bring markup together. */
export function createAnswerFilter(citations: CitationFilter, policy: OutputPolicy): CitationFilter {
  return {
    get moves() {
      return citations.moves.flatMap((move) => {
        const at = policy.placeOf(move.at);
        return at === null ? [] : [{ ...move, at }];
      });
    },
    push: (piece) => policy.push(citations.push(piece)),
    end: () => policy.push(citations.end()) + policy.end(),
  };
}
