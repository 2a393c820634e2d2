import type { Claim } from './claim.ts';
import { addGains, bestGains, chooseSentences, weightOf } from './closest-sentences.ts';
import type { SourceMatch } from './match.ts';
import type { SourceSentence } from './source-index.ts';

/** The maximum number of sentences, from all sources, that are added to the closest ones. */
const MAX_ADDED = 6;

/** Sentences of several sources, and what they cover together. */
export type SentencesTogether = {
  readonly sentences: readonly SourceSentence[];
  /** The share of the claim's weight that they cover. */
  readonly covered: number;
  /** The terms of the claim that none of them contains. */
  readonly missing: ReadonlySet<string>;
};

/** The closest sentences of the first source, and those of all sources that add most to them. */
export function sentencesTogether(claim: Claim, matches: readonly SourceMatch[]): SentencesTogether {
  const [first] = matches;
  if (first === undefined) return { sentences: [], covered: 0, missing: new Set() };
  const near = first.source.sentences.slice(first.closest.first, first.closest.last + 1);
  const rows = matches.flatMap(({ source, closest }) => bestGains(closest, source));
  const gained = new Float64Array(claim.weights.size);
  for (const { sentence, gains } of rows) if (near.includes(sentence)) addGains(gained, gains);
  const sentences = [...near, ...chooseSentences(rows, MAX_ADDED, gained)];
  const weights = [...claim.weights];
  return {
    sentences,
    covered: gained.reduce((sum, one) => sum + one, 0) / weightOf(claim),
    missing: new Set(weights.filter((_, at) => gained[at] === 0).map(([term]) => term)),
  };
}
