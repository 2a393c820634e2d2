import { createBreather } from '../../lib/text/breather.ts';
import { createRelevance, type Match } from '../../lib/text/relevance.ts';
import { firstChars } from '../../lib/text/text.ts';

/** The part of a passage whose words are compared, in characters: about 4,000 tokens, as rerankers read. */
const MAX_CHARS = 16_000;

/** How many of a question's words each passage has, from 0 to 1: BM25 as a share of the highest score. */
export async function wordScores(question: string, passages: readonly string[]): Promise<readonly number[]> {
  const relevance = createRelevance(question);
  const breathe = createBreather();
  const matches: Match[] = [];
  for (const passage of passages) {
    matches.push(relevance.match(firstChars(passage, MAX_CHARS)));
    await breathe();
  }
  return relevance.shares(matches);
}
