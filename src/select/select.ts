import { createRelevance } from '../core/relevance.ts';
import type { Hit, Passage, Question, Source } from '../core/terms.ts';
import { estimateTokens, toSnippet } from '../core/text.ts';
import { titleFit } from '../core/title.ts';
import type { Window } from './rank.ts';
import { bestUnits, rankWindows } from './rank.ts';
import type { Unit } from './units.ts';
import { toUnit, toUnits } from './units.ts';

/** Up to this length (a snippet) a text is taken or left as a whole. */
const SHORT_CHARS = 400;
/** The most of the budget one source may have while others still want some. */
const QUOTA = 0.5;
/** What the best sentences may use before windows are taken; without it small budgets hold sentences without their context. */
const BEST_SHARE = 0.5;
/** How much of the budget goes to the beginning of a page whose title is what was asked for: there it says what that is. */
const OPENING_SHARE = 0.12;

export type SelectInput = {
  readonly question: Question;
  /** In the engine's order. */
  readonly hits: readonly Hit[];
  /** The most tokens (`estimateTokens`) of titles and passages over all sources. */
  readonly contextTokens: number;
};

/**
 * The numbered sources of an answer: the first `maxSources` hits in the engine's order, each with the passages of its text
 * that promise most. Where all text fits, all of it; else the beginnings of pages whose title is asked for, the best sentences of
 * the sources, then three-sentence windows by BM25 until `contextTokens` is used. Titles count first; where they alone exceed the budget there are no passages.
 * A hit without any text is a source too.
 */
export function select({ question, hits, contextTokens }: SelectInput): readonly Source[] {
  const chosen = hits.slice(0, question.maxSources);
  const texts = chosen.map(evidenceOf);
  const titleTokens = chosen.reduce((sum, { title }) => sum + estimateTokens(title), 0);
  const budget = contextTokens - titleTokens;
  const textTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const passages =
    textTokens <= budget
      ? texts.map((text) => toPassages(text, [toUnit(text, 0, text.length)]))
      : pickPassages(question, chosen, texts, budget);
  return chosen.map((hit, at) => toSource(hit, at + 1, passages[at] ?? []));
}

function evidenceOf({ text = '', snippet }: Hit): string {
  return text.trim() === '' ? snippet : text;
}

function toSource(
  { url, title, snippet, text = '' }: Hit,
  index: number,
  passages: readonly Passage[],
): Source {
  const shown = [snippet, passages[0]?.text ?? '', text].find((candidate) => candidate.trim() !== '') ?? '';
  return { index, url, title, snippet: toSnippet(shown), passages };
}

function pickPassages(
  question: Question,
  hits: readonly Hit[],
  texts: readonly string[],
  budget: number,
): readonly Passage[][] {
  const units = texts.map((text) =>
    text.length <= SHORT_CHARS ? [toUnit(text, 0, text.length)] : toUnits(text, question.language),
  );
  const relevance = createRelevance(question.text);
  const pages = units.map((own, at) => ({
    title: relevance.match(hits[at]?.title ?? ''),
    units: own.map(({ text }) => relevance.match(text)),
  }));
  const best = bestUnits(pages, relevance);
  const windows = rankWindows(pages, relevance);
  const openings = units.flatMap((own, page) =>
    titleFit(hits[page]?.title ?? '', relevance.terms) > 0
      ? openingOf(own, page, budget * OPENING_SHARE)
      : [],
  );
  const taken = takeInRounds(units, [
    { windows: openings, limit: budget * BEST_SHARE, quota: budget },
    { windows: best, limit: budget * BEST_SHARE, quota: budget },
    { windows, limit: budget, quota: budget * QUOTA },
    { windows, limit: budget, quota: budget },
    { windows: best, limit: budget, quota: budget },
  ]);
  return texts.map((text, at) => toPassages(text, units[at]?.filter((unit) => taken.has(unit)) ?? []));
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

/** `limit` is for all that has been taken when the round ends, `quota` for one source; both in tokens. */
type Round = { readonly windows: readonly Window[]; readonly limit: number; readonly quota: number };

/** Takes what fits, window by window and round by round. What is taken already costs nothing. */
function takeInRounds(units: readonly (readonly Unit[])[], rounds: readonly Round[]): Set<Unit> {
  const taken = new Set<Unit>();
  const spentBy = units.map(() => 0);
  let spent = 0;
  for (const { windows, limit, quota } of rounds) {
    for (const { page, from, to } of windows) {
      const fresh = units[page]?.slice(from, to).filter((unit) => !taken.has(unit)) ?? [];
      const cost = fresh.reduce((sum, unit) => sum + unit.tokens, 0);
      const own = (spentBy[page] ?? 0) + cost;
      if (spent + cost > limit || own > quota) continue;
      for (const unit of fresh) taken.add(unit);
      spentBy[page] = own;
      spent += cost;
    }
  }
  return taken;
}

/** Neighbouring units as one passage each, without the white space around it. */
function toPassages(text: string, units: readonly Unit[]): Passage[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { from, to } of units) {
    const last = ranges.at(-1);
    if (last?.to === from) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges.map(({ from, to }) => toPassage(text, from, to)).filter((passage) => passage.text !== '');
}

function toPassage(text: string, from: number, to: number): Passage {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  const trimmed = part.trim();
  return { text: trimmed, from: start, to: start + trimmed.length };
}
