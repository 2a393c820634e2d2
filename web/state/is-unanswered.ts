import { citedSources } from './cited-sources.ts';
import type { ShownExchange } from './state.ts';

/**
 * True if an answer says that its sources do not answer the question: it cites none of them, or it consists
 * of quotes after a sentence that cites none.
 */
export function isUnanswered({ answer, sources, blocks }: ShownExchange): boolean {
  if (answer === null || sources.length === 0 || answer.model === 'instant') return false;
  if (answer.model !== 'extractive') return citedSources({ blocks, sources }).length === 0;
  const [opening = ''] = blocks.join('').split('</p>', 1);
  return citedSources({ blocks: [opening], sources }).length === 0;
}
