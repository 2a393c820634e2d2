import { subjectOf } from '@sayso/text/text.ts';
import { hostOf } from '@sayso/text/url.ts';
import { isStopWord, toWords } from '@sayso/text/words.ts';
import type { Hit, Page } from '../core/source.ts';

/** The weight of a hit for the whole question; a hit for a part of it has the weight 1. */
const QUESTION_WEIGHT = 2;
/** The bonus for a page that one of the first pages mentions; the first hit of a part gets as much. */
const MENTION_WEIGHT = 1;
/** How many of the first pages are searched for other pages' titles, and how many characters of each. */
const MENTIONING_PAGES = 5;
const MENTIONING_CHARS = 10_000;
/** Pages of a site beyond this number are moved to the end; `hits.ts` does that for a single search. */
const MAX_PER_SITE_IN_DEEP_ANSWER = 4;

/** The results for one question; the first list is that of the question itself. */
type FoundHits = {
  readonly question: string;
  readonly lists: readonly (readonly Hit[])[];
  /** The pages that were read, by the URL of their hit. */
  readonly pages: ReadonlyMap<string, Page>;
};

/**
 * The hits of all searches of a deep answer, each page once, the sites mixed. They are ordered by reciprocal
 * rank fusion. A page gets a bonus if one of the first pages mentions its title and the question does not:
 * the answer to a two-step question is often on such a page. With this bonus, the first ten hits have all
 * supporting pages for 2 to 6 more of 100 two-step questions.
 */
export function fuseHits({ question, lists, pages }: FoundHits): readonly Hit[] {
  const found = new Map<string, Ranked>();
  for (const [search, hits] of lists.entries())
    for (const [place, hit] of hits.entries()) {
      const entry = found.get(pageOf(hit.url)) ?? { hit, rank: 0 };
      entry.rank += (search === 0 ? QUESTION_WEIGHT : 1) / (place + 1);
      found.set(pageOf(hit.url), entry);
    }
  const fused = [...found.values()].sort(byRank);
  const asked = toPhrase(question);
  const first = fused.slice(0, MENTIONING_PAGES);
  const texts = first.map(({ hit }) => toPhrase(textOf(hit, pages).slice(0, MENTIONING_CHARS)));
  for (const entry of fused) {
    const words = toWords(subjectOf(entry.hit.title));
    const title = toPhrase(words.join(' '));
    if (words.every(isStopWord) || asked.includes(title)) continue;
    if (texts.some((text, at) => first[at] !== entry && text.includes(title))) entry.rank += MENTION_WEIGHT;
  }
  return mixSites(fused.sort(byRank).map(({ hit }) => hit));
}

/** A hit, and its points; the most points come first. */
type Ranked = { readonly hit: Hit; rank: number };

function byRank(one: Ranked, other: Ranked): number {
  return other.rank - one.rank;
}

/** Moves the hits of a site beyond its first few behind all others. */
function mixSites(hits: readonly Hit[]): readonly Hit[] {
  const perSite = new Map<string, number>();
  const early: Hit[] = [];
  const late: Hit[] = [];
  for (const hit of hits) {
    const count = (perSite.get(hostOf(hit.url)) ?? 0) + 1;
    perSite.set(hostOf(hit.url), count);
    (count <= MAX_PER_SITE_IN_DEEP_ANSWER ? early : late).push(hit);
  }
  return [...early, ...late];
}

/** The words of a text between spaces, so that a phrase is found only as whole words. */
function toPhrase(text: string): string {
  return ` ${toWords(text).join(' ')} `;
}

function textOf({ url, text, snippet }: Hit, pages: ReadonlyMap<string, Page>): string {
  return pages.get(url)?.text ?? text ?? snippet;
}

/** The address without the parts that do not change the page: the fragment and a slash at the end. */
function pageOf(url: string): string {
  return url.replace(/#.*$/, '').replace(/\/$/, '');
}
