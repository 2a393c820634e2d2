import { createSaid } from './repeats.ts';
import type { ScoredPage } from './scored-page.ts';
import type { Worth } from './worth.ts';

/** A page is judged by so many of its sentences; by more, long pages win. */
const BEST = 3;

/**
 * The pages that become sources, in their original order: those whose best three sentences are worth most. A
 * page whose best sentences all repeat better pages ranks after every page with something new, and one
 * without any word of the question ranks last.
 */
export function choose(pages: readonly ScoredPage[], worth: Worth, count: number): number[] {
  const all = pages.map((_, page) => page);
  if (all.length <= count) return all;
  const judged = pages.map((page, place) => judge(page, place, worth)).sort((a, b) => b.worth - a.worth);
  const said = createSaid();
  const fresh: number[] = [];
  const repeating: number[] = [];
  const silent: number[] = [];
  for (const { place, best, worth: sum } of judged) {
    const sentences = best.flatMap((at) => pages[place]?.units[at] ?? []);
    const repeats = sentences.length > 0 && sentences.every(({ words }) => said.holds(words));
    (sum === 0 ? silent : repeats ? repeating : fresh).push(place);
    for (const { words } of sentences) said.add(words);
  }
  return [...fresh, ...repeating, ...silent].slice(0, count).sort((a, b) => a - b);
}

type Judged = { readonly place: number; readonly best: readonly number[]; readonly worth: number };

/** Only the most relevant sentences are looked at, because finding names costs time. */
function judge({ scores }: ScoredPage, place: number, worth: Worth): Judged {
  const best = Array.from(scores.keys())
    .filter((at) => (scores[at] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, BEST);
  return { place, best, worth: best.reduce((sum, at) => sum + worth.now(place, at), 0) };
}
