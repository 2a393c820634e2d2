import { citedSources } from './cited-sources.ts';
import type { ShownExchange } from './state.ts';

/** True if an answer says that its sources do not answer the question: it cites none of them. */
export function isUnanswered({ answer, sources, citations }: ShownExchange): boolean {
  if (answer === null || sources.length === 0 || answer.model === 'instant') return false;
  // An answer that an older version stored has no citations.
  if (citations.length === 0) return false;
  return citedSources({ citations, sources }).length === 0;
}
