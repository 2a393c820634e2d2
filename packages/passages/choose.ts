import { createSeenTexts } from './copies.ts';
import type { ScoredPage } from './score.ts';
import type { PageSentence } from './sentences.ts';
import type { MarginalRelevance } from './worth.ts';

/** The number of sentences by which a page is judged; with more, long pages win. */
const BEST = 3;

/**
 * The pages that become sources, in their original order: those whose three best sentences have the highest
 * total worth. A page whose best sentences all repeat better pages ranks after every page with something new;
 * a page without any word of the question ranks last.
 */
export function choose(pages: readonly ScoredPage[], worth: MarginalRelevance, count: number): number[] {
  const all = pages.map((_, page) => page);
  if (all.length <= count) return all;
  const judged = pages.map((page, place) => judge(page, place, worth)).sort((a, b) => b.worth - a.worth);
  const said = createSeenTexts();
  const fresh: number[] = [];
  const repeating: number[] = [];
  const silent: number[] = [];
  for (const { place, best, worth: sum } of judged) {
    const repeats = best.every(({ words }) => said.holds(words));
    if (sum === 0) silent.push(place);
    else if (repeats) repeating.push(place);
    else fresh.push(place);
    for (const { words } of best) said.add(words);
  }
  return [...fresh, ...repeating, ...silent].slice(0, count).sort((a, b) => a - b);
}

/** The best sentences of a page, and their worth together, which is 0 if there are none. */
type Judged = { readonly place: number; readonly best: readonly PageSentence[]; readonly worth: number };

/** Only the most relevant sentences are examined, because finding names costs time. */
function judge({ sentences, scores }: ScoredPage, place: number, worth: MarginalRelevance): Judged {
  const places = bestOf(scores);
  return {
    place,
    best: places.flatMap((at) => sentences[at] ?? []),
    worth: places.reduce((sum, at) => sum + worth.now(place, at), 0),
  };
}

/** The positions of the highest scores, best first; equal scores in order. A score of 0 never counts. */
function bestOf(scores: Float64Array): number[] {
  const best: number[] = [];
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    let before = best.length;
    while (before > 0 && score > (scores[best[before - 1] ?? 0] ?? 0)) before--;
    if (score > 0 && before < BEST) best.splice(before, 0, at);
    if (best.length > BEST) best.pop();
  }
  return best;
}
