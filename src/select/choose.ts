import type { Question } from '../core/terms.ts';
import { createSaid } from './repeats.ts';
import type { ScoredPage } from './scored-page.ts';
import type { Worth } from './worth.ts';

/** The number of sentences by which a page is judged; with more, long pages win. */
const BEST = 3;

/**
 * The pages that become sources, in their original order: those whose three best sentences have the highest
 * total worth. A page whose best sentences all repeat better pages ranks after every page with something new;
 * a page without any word of the question ranks last.
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

/** Only the most relevant sentences are examined, because finding names costs time. */
function judge({ scores }: ScoredPage, place: number, worth: Worth): Judged {
  const best = bestOf(scores);
  return { place, best, worth: best.reduce((sum, at) => sum + worth.now(place, at), 0) };
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

/** Words that ask for the present, in the most common languages. */
const PRESENT =
  'latest|newest|most recent|the current|currently|today|tonight|right now|this (?:week|month|year)|' +
  "neueste[nrs]?|aktuelle?[nrs]?|derzeit|heute|actuel(?:le)?s?|actuellement|aujourd[’']hui|" +
  'actualmente|más reciente|hoy|atual(?:mente)?|mais recente|hoje|attual[ei]|attualmente|più recente|' +
  'oggi|huidige|nieuwste|vandaag|najnowsz[aey]|obecnie|dzisiaj';
const ASKS_FOR_PRESENT = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PRESENT})(?![\\p{L}\\p{N}])`, 'iu');
/** The maximum age of a page that counts as current. */
const PRESENT_DAYS = 365;
const YEAR = /(?<![\p{L}\p{N}.,])(?:19|20)\d{2}(?![\p{L}\p{N}]|[.,]\d)/gu;
const DAY_MS = 86_400_000;

/**
 * Returns a test for the date of a page: false if the date is known and outside the period of the question.
 * The period is that of the question's scope. If the scope has no beginning, the period begins with the first
 * year that the question names, or a year ago if the question asks for the latest.
 */
export function periodTest(
  { text, scope: { since, until } }: Pick<Question, 'text' | 'scope'>,
  nowMs = Date.now(),
): (publishedAt: string | null) => boolean {
  const first = since ?? firstDayOf(text, nowMs);
  return (publishedAt) => {
    const day = publishedAt?.slice(0, 10);
    return day === undefined || ((first === null || day >= first) && (until === null || day <= until));
  };
}

function firstDayOf(text: string, nowMs: number): string | null {
  const years = [...text.matchAll(YEAR)].map(([year]) => year).sort();
  const named = years.filter((year) => Number(year) <= new Date(nowMs).getUTCFullYear());
  if (named[0] !== undefined) return `${named[0]}-01-01`;
  return ASKS_FOR_PRESENT.test(text)
    ? new Date(nowMs - PRESENT_DAYS * DAY_MS).toISOString().slice(0, 10)
    : null;
}
