import { createBreather } from '../core/breather.ts';
import { createRelevance, type Relevance } from '../core/relevance.ts';
import type { Hit, Page, Passage, Question, Source } from '../core/terms.ts';
import { SNIPPET_CHARS, toSnippet } from '../core/text.ts';
import { titleFit } from '../core/title.ts';
import { estimateTokens } from '../core/tokens.ts';
import { toWords } from '../core/words.ts';
import { choose } from './choose.ts';
import { withEcho } from './echo.ts';
import { fill } from './fill.ts';
import { toPassages } from './passages.ts';
import { only, type RankedPage, type Ranking, rank } from './rank.ts';
import { toUnit, toUnits, type Unit } from './units.ts';
import { whole } from './whole.ts';
import type { Window } from './window.ts';

/** Hits that may become sources where pages were read, and with them every page that was. */
const MAX_CANDIDATES = 10;
/** What stands further down a page is not looked at: news have a tenth of it, and the rest bounds the work. */
const MAX_CHARS = 40_000;
/** Up to this length (a snippet) a text is taken or left as a whole. */
const SHORT_CHARS = 400;
/** The most of the budget one source may have while others still want some. */
const QUOTA = 0.5;
/** What openings and best sentences may use before windows are taken; above a third small budgets lack their context. */
const BEST_SHARE = 0.25;
/** How much of the budget goes to the beginning of a page whose title is what was asked for: there it says what that is. */
const OPENING_SHARE = 0.12;
/** A source needs room for its title and a sentence or two; where there is less for each, fewer pages become sources. */
const LEAST_TOKENS = 70;
/** What parts a title from its passages, in tokens. */
const TITLE_FRAME = 1;

/** What sources are chosen from, and how long they may be together. */
export type SelectInput = {
  readonly question: Question;
  /** In the engine's order. */
  readonly hits: readonly Hit[];
  /** What was read, by the URL of its hit. May lack some or all: for those the hit's own text or snippet stands. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The most tokens (`estimateTokens`) of titles and passages over all sources. */
  readonly contextTokens: number;
};

/** A hit with what is known of it. */
type Candidate = {
  readonly hit: Hit;
  readonly evidence: string;
  readonly units: readonly Unit[];
  readonly ranked: RankedPage;
};

/**
 * The numbered sources of an answer in the engine's order, at most `maxSources`, each with the passages of its page (or else its
 * hit) that promise most. Where pages were read, the best of the first ten hits become sources; else the first. Where all their text
 * fits, all of it; else the beginnings of pages whose title is asked for, the best sentence of each, then three-sentence windows by
 * BM25, what other pages say too before the rest, until `contextTokens` is used. What stands on several pages that were read is handed
 * on once. A page that stands alone is chosen from sentence by sentence. Titles count first; where they alone exceed the budget there
 * are no passages. A hit without any text is a source too. Lets other work run between pages.
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
  const candidates: Candidate[] = [];
  for (const hit of hits.filter(({ url }, at) => at < count || hasText(pages.get(url)))) {
    candidates.push(toCandidate(hit, pages.get(hit.url), relevance));
    await breathe();
  }
  const worthwhile = wereRead ? Math.max(1, Math.floor(contextTokens / LEAST_TOKENS)) : candidates.length;
  const ranking = rankAll(candidates, relevance, toWords(question.text));
  await breathe();
  const places = choose(
    candidates.map(({ units }) => units),
    ranking,
    Math.min(question.maxSources, worthwhile),
  );
  const chosen = places.flatMap((place) => candidates[place] ?? []);
  const titleTokens = chosen.reduce((sum, { hit }) => sum + estimateTokens(hit.title) + TITLE_FRAME, 0);
  const taken = takeUnits(
    chosen,
    only(ranking, places),
    relevance.terms,
    contextTokens - titleTokens,
    wereRead && chosen.length > 1,
  );
  return chosen.map((candidate, at) => {
    const passages = toPassages(
      candidate.evidence,
      candidate.units.filter((unit) => taken.has(unit)),
    );
    return toSource(candidate, at + 1, passages);
  });
}

function hasText(page: Page | undefined): page is Page {
  return page !== undefined && page.text.trim() !== '';
}

function toCandidate(hit: Hit, page: Page | undefined, relevance: Relevance): Candidate {
  const own = hit.text === undefined || hit.text.trim() === '' ? hit.snippet : hit.text;
  const evidence = hasText(page) ? page.text : own;
  const text = evidence.slice(0, MAX_CHARS);
  const units = text.length <= SHORT_CHARS ? [toUnit(text, 0, text.length)] : toUnits(text);
  const ranked = {
    title: relevance.match(hit.title),
    units: units.map(({ words }) => relevance.match(words)),
  };
  return { hit, evidence, units, ranked };
}

function toSource({ hit, evidence }: Candidate, index: number, passages: readonly Passage[]): Source {
  const { url, title, snippet, engine } = hit;
  const shown = [snippet, passages[0]?.text ?? '', evidence].find((text) => text.trim() !== '') ?? '';
  const source = { index, url, title, snippet: toSnippet(shown, SNIPPET_CHARS), passages };
  return engine === undefined ? source : { ...source, engine };
}

function rankAll(candidates: readonly Candidate[], relevance: Relevance, asked: readonly string[]): Ranking {
  const pages = candidates.map(({ ranked }) => ranked);
  const ranking = rank(pages, relevance.weights(pages.flatMap(({ units }) => units)));
  return withEcho(
    ranking,
    candidates.map(({ units }) => units),
    asked,
  );
}

function takeUnits(
  candidates: readonly Candidate[],
  { singles, windows }: Ranking,
  terms: readonly string[],
  budget: number,
  once: boolean,
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

function wholeOf({ units }: Candidate, page: number): Window[] {
  return units.length === 0 ? [] : [{ page, from: 0, to: units.length, score: 0 }];
}

/** The single units of windows, which fit where those do not. */
function* unitsOf(windows: readonly Window[], isWanted = (_unit: Window) => true): Generator<Window> {
  for (const { page, from, to, score } of windows) {
    for (let at = from; at < to; at++) {
      const unit = { page, from: at, to: at + 1, score };
      if (isWanted(unit)) yield unit;
    }
  }
}

/** The first units of a page that fit into so many tokens. */
function openingOf(units: readonly Unit[], page: number, maxTokens: number): Window[] {
  let tokens = 0;
  const end = units.findIndex((unit) => {
    tokens += unit.tokens;
    return tokens > maxTokens;
  });
  const to = end < 0 ? units.length : end;
  return to === 0 ? [] : [{ page, from: 0, to, score: 0 }];
}
