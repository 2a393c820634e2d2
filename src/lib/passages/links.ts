import type { Candidate } from './candidate.ts';

/** Shorter subjects are often common words. */
const LEAST_CHARS = 4;

/**
 * For each source, how well a sentence of another source that names its subject covers the question, 0 to 1:
 * "the director of the film" may be named on the page of the film, and described on a page of his own.
 * @param own what each candidate covers
 */
export function linksOf(candidates: readonly Candidate[], own: Float64Array): ReadonlyMap<number, number> {
  const subjects = new Map(candidates.map(({ index, subject }) => [index, subject]));
  const links = new Map<number, number>();
  for (const [at, candidate] of candidates.entries()) {
    const text = ` ${candidate.words.join(' ')} `;
    for (const [index, subject] of subjects) {
      if (index === candidate.index || subject.length < LEAST_CHARS || !text.includes(` ${subject} `))
        continue;
      links.set(index, Math.max(links.get(index) ?? 0, own[at] ?? 0));
    }
  }
  return links;
}
