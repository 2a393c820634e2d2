import { createRelevance, type Match, type Relevance } from '../core/relevance.ts';
import type { Hit, Page, Passage, Question, Source } from '../core/terms.ts';
import { SNIPPET_CHARS, toSnippet } from '../core/text.ts';
import { titleFit } from '../core/title.ts';
import { countTokens } from '../core/tokens.ts';
import { toWords } from '../core/words.ts';
import { type Breather, createBreather } from './breather.ts';
import { choose } from './choose.ts';
import { fill, whole } from './fill.ts';
import { only, type RankedPage, type Ranking, rank } from './rank.ts';
import { withEcho } from './shared-words.ts';
import { trim } from './trim.ts';
import { toPassages, toUnit, toUnits, type Unit } from './units.ts';
import type { Window } from './window.ts';

/** The number of hits that may become sources when pages were read. */
const MAX_CANDIDATES = 10;
/** Only this many characters of a page are used, which bounds the work. News pages have a tenth of it. */
const MAX_CHARS = 40_000;
/** A text of up to this length (a snippet) is used whole or not at all. */
const SHORT_CHARS = 400;
/** The largest share of the budget for one source while others could use more. */
const QUOTA = 0.5;
/**
 * The share for openings and best sentences, which come before windows; more than a third leaves small
 * budgets without context.
 */
const BEST_SHARE = 0.25;
/**
 * The share for the beginning of a page whose title is the subject of the question, because it defines the
 * subject.
 */
const OPENING_SHARE = 0.12;
/**
 * The room for a title and a sentence or two, in tokens; with less room per source, fewer pages become
 * sources.
 */
const LEAST_TOKENS = 70;
/** The separator between a title and its passages, in tokens. */
const TITLE_FRAME = 1;

/** The material for sources, and their limits. */
export type SelectInput = {
  readonly question: Question;
  /** In the engine's order. */
  readonly hits: readonly Hit[];
  /** Pages by the URL of their hit. For a hit whose page was not read, its own text or snippet is used. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The maximum number of tokens (`countTokens`) in the titles and passages of all sources together. */
  readonly contextTokens: number;
};

/** A hit with its text. */
type RankedHit = {
  readonly hit: Hit;
  readonly evidence: string;
  readonly units: readonly Unit[];
  readonly ranked: RankedPage;
};

/**
 * Selects the numbered sources of an answer, at most `maxSources`, in the engine's order, each with the best
 * passages of its page, or of its hit if the page was not read. If pages were read, the best of the first ten
 * hits become sources; otherwise the first ones do. If all their text fits, all of it is used. Otherwise
 * `contextTokens` is filled with the beginnings of pages whose title is the subject of the question, then the
 * best sentence of each page, then three-sentence windows by BM25, with a higher score if other pages confirm
 * them. Text that is on several of the pages read is used once. If there is only one page, it is selected
 * sentence by sentence. Titles are counted first; if they alone exceed the budget, there are no passages. A
 * hit without any text is a source, too. Other tasks can run between pages.
 */
export async function select({
  question,
  hits,
  pages,
  contextTokens,
}: SelectInput): Promise<readonly Source[]> {
  const breathe = createBreather();
  const wereRead = hits.some(({ url }) => hasText(pages.get(url)));
  const count = wereRead ? Math.max(question.maxSources, MAX_CANDIDATES) : question.maxSources;
  const relevance = createRelevance(question.text);
  const candidates: RankedHit[] = [];
  for (const hit of hits.filter(({ url }, at) => at < count || hasText(pages.get(url)))) {
    candidates.push(await toCandidate(hit, pages.get(hit.url), { relevance, breathe }));
  }
  const worthwhile = wereRead ? Math.max(1, Math.floor(contextTokens / LEAST_TOKENS)) : candidates.length;
  const ranking = await rankAll(candidates, toWords(question.text), { relevance, breathe });
  await breathe();
  const places = choose(
    candidates.map(({ units }) => units),
    ranking,
    Math.min(question.maxSources, worthwhile),
  );
  const chosen = places.flatMap((place) => candidates[place] ?? []);
  const titleTokens = chosen.reduce((sum, { hit }) => sum + countTokens(hit.title) + TITLE_FRAME, 0);
  const taken = takeUnits(chosen, only(ranking, places), {
    terms: relevance.terms,
    budget: contextTokens - titleTokens,
    once: wereRead && chosen.length > 1,
  });
  return trim(taken, contextTokens, (units) =>
    chosen.map((candidate, at) => {
      const own = candidate.units.filter((unit) => units.has(unit));
      return toSource(candidate, at + 1, toPassages(candidate.evidence, own));
    }),
  );
}

function hasText(page: Page | undefined): page is Page {
  return page !== undefined && page.text.trim() !== '';
}

/** What every step over pages needs: the terms of the question, and pauses. */
type Selecting = { readonly relevance: Relevance; readonly breathe: Breather };

async function toCandidate(
  hit: Hit,
  page: Page | undefined,
  { relevance, breathe }: Selecting,
): Promise<RankedHit> {
  const own = hit.text === undefined || hit.text.trim() === '' ? hit.snippet : hit.text;
  const evidence = hasText(page) ? page.text : own;
  const text = evidence.slice(0, MAX_CHARS);
  const units = text.length <= SHORT_CHARS ? [toUnit(text, 0, text.length)] : toUnits(text);
  const matches: Match[] = [];
  for (const { words } of units) {
    matches.push(relevance.match(words));
    await breathe();
  }
  return { hit, evidence, units, ranked: { title: relevance.match(hit.title), units: matches } };
}

function toSource({ hit, evidence }: RankedHit, index: number, passages: readonly Passage[]): Source {
  const { url, title, snippet, engine } = hit;
  const shown = [snippet, passages[0]?.text ?? '', evidence].find((text) => text.trim() !== '') ?? '';
  const source = { index, url, title, snippet: toSnippet(shown, SNIPPET_CHARS), passages };
  return engine === undefined ? source : { ...source, engine };
}

async function rankAll(
  candidates: readonly RankedHit[],
  asked: readonly string[],
  { relevance, breathe }: Selecting,
): Promise<Ranking> {
  const pages = candidates.map(({ ranked }) => ranked);
  const weights = relevance.weights(pages.flatMap(({ units }) => units));
  await breathe();
  const ranking = await rank(pages, weights, breathe);
  await breathe();
  return withEcho(
    ranking,
    candidates.map(({ units }) => units),
    asked,
  );
}

type TakeLimits = {
  readonly terms: readonly string[];
  /** The maximum number of tokens in all units. */
  readonly budget: number;
  /** Whether text that is on several pages is used once. */
  readonly once: boolean;
};

function takeUnits(
  candidates: readonly RankedHit[],
  { singles, windows }: Ranking,
  { terms, budget, once }: TakeLimits,
): ReadonlySet<Unit> {
  const units = candidates.map((candidate) => candidate.units);
  const all = whole(units, budget, once);
  if (all !== undefined) return all;
  const tops = candidates.flatMap((candidate, page) => wholeOf(candidate, page));
  const matching = new Set(windows.map(({ page }) => page));
  const silent = tops.filter(({ page }) => !matching.has(page));
  const openings = candidates.flatMap((candidate, page) =>
    titleFit(candidate.hit.title, terms) > 0 ? openingOf(candidate.units, page, budget * OPENING_SHARE) : [],
  );
  return fill(
    units,
    [
      { windows: openings, limit: budget * BEST_SHARE, quota: budget },
      { windows: singles, limit: budget * BEST_SHARE, quota: budget, onlyFirst: true },
      { windows, limit: budget, quota: budget * QUOTA },
      { windows, limit: budget, quota: budget },
      { windows: unitsOf(windows, holdsTerm), limit: budget, quota: budget },
      { windows: unitsOf(silent), limit: budget, quota: budget },
    ],
    once,
  );

  function holdsTerm({ page, from }: Window): boolean {
    return candidates[page]?.ranked.units[from]?.counts.some((count) => count > 0) ?? false;
  }
}

function wholeOf({ units }: RankedHit, page: number): Window[] {
  return units.length === 0 ? [] : [{ page, from: 0, to: units.length, score: 0 }];
}

/** The windows split into single units, which may fit where the windows do not. */
function* unitsOf(windows: readonly Window[], isWanted = (_unit: Window) => true): Generator<Window> {
  for (const { page, from, to, score } of windows) {
    for (let at = from; at < to; at++) {
      const unit = { page, from: at, to: at + 1, score };
      if (isWanted(unit)) yield unit;
    }
  }
}

/** The first units of a page that fit into this many tokens. */
function openingOf(units: readonly Unit[], page: number, maxTokens: number): Window[] {
  let tokens = 0;
  const end = units.findIndex((unit) => {
    tokens += unit.tokens;
    return tokens > maxTokens;
  });
  const to = end < 0 ? units.length : end;
  return to === 0 ? [] : [{ page, from: 0, to, score: 0 }];
}
