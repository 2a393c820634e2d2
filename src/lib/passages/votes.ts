import type { Candidate } from './candidate.ts';
import type { AnswerEntity } from './entities.ts';
import type { Weighing } from './overlap.ts';

/** How well the best wanted entity of a sentence is supported. */
export type Vote = {
  /** The support of the entity by all sentences. */
  readonly all: number;
  /** That support as a share of the support of the best entity of all. */
  readonly toBest: number;
  /** The logarithm of the number of entities that are supported better. */
  readonly rank: number;
  /** The support by this sentence. */
  readonly here: number;
};

/** A term this many words from an entity supports it half as much as one beside it. */
const HALF_WORDS = 12;
/** The share of a term that is only in the title or the heading. */
const ABOVE = 0.4;
/** What each doubling of the sources that name an entity adds. */
const EACH_DOUBLING = 0.25;
/** The rank of a sentence that names nothing wanted. */
const LAST_RANK = 50;

/**
 * Lets sentences vote for the entities that a question may ask for: an entity is supported by the terms of
 * the question near it, in its best sentence, and by the number of sources that name it. Returns the vote for
 * each sentence.
 */
export function countVotes(
  candidates: readonly Candidate[],
  wanted: readonly (readonly AnswerEntity[])[],
  { weights }: Weighing,
): readonly Vote[] {
  const found = new Map<string, { best: number; readonly sources: Set<number> }>();
  const here = candidates.map((candidate, at) =>
    (wanted[at] ?? []).map((entity) => {
      const support = supportOf(candidate, entity, weights);
      const known = found.get(entity.name) ?? { best: 0, sources: new Set() };
      known.best = Math.max(known.best, support);
      known.sources.add(candidate.index);
      found.set(entity.name, known);
      return { name: entity.name, support };
    }),
  );
  const totals = [...found].map(
    ([name, { best, sources }]) => [name, best + EACH_DOUBLING * Math.log2(sources.size)] as const,
  );
  totals.sort(([, one], [, other]) => other - one);
  // Never 0, because others are divided by it.
  const most = Math.max(1e-9, totals[0]?.[1] ?? 0);
  const ranked = new Map(totals.map(([name, total], rank) => [name, { total, rank }]));
  return here.map((own) => {
    const all = Math.max(0, ...own.map(({ name }) => ranked.get(name)?.total ?? 0));
    const rank = Math.min(LAST_RANK, ...own.map(({ name }) => ranked.get(name)?.rank ?? LAST_RANK));
    const support = Math.max(0, ...own.map((entity) => entity.support));
    return { all, toBest: all / most, rank: Math.log1p(rank), here: support };
  });
}

/** How much the question's terms near an entity, and those above its sentence, support it. */
function supportOf(
  { terms, words, text, title, heading }: Candidate,
  { at }: AnswerEntity,
  weights: Float64Array,
): number {
  const word = (at / Math.max(1, text.length)) * words.length;
  const best = weights.map((weight, term) => (title[term] === 1 || heading[term] === 1 ? ABOVE * weight : 0));
  for (const [position, term] of terms.entries()) {
    if (term < 0) continue;
    const near = (weights[term] ?? 0) / (1 + Math.abs(position - word) / HALF_WORDS);
    best[term] = Math.max(best[term] ?? 0, near);
  }
  return best.reduce((sum, each) => sum + each, 0);
}
