import { plainSentences, plainTerms } from './plain-words.ts';
import type { SetPage, SetQuestion } from './question-sets.ts';
import { tokensOf } from './tokens.ts';

type Sentence = { readonly text: string; readonly terms: readonly string[]; readonly tokens: number };
type Window = { readonly page: number; readonly from: number; readonly to: number; readonly score: number };

const K1 = 1.2;
const B = 0.6;
const TITLE_SHARE = 0.5;
const RANK_SHARE = 0.15;

/**
 * The lexical reference: titles; the best sentence of every page until half of the budget is spent; then
 * windows of three sentences by BM25, with at most half of the budget per page. Its discount for repetition
 * is left out, because it changed nothing by more than 0.3 points.
 */
export function lexicalReference(question: SetQuestion, budget: number): string[] {
  const { pages, sentences, best, windows } = rankedOf(question);
  const taken = pages.map(() => new Set<number>());
  const spentBy = pages.map(() => 0);
  let spent = 0;
  for (const window of best) take(window, budget / 2, budget);
  for (const window of windows) take(window, budget, budget / 2);
  return taken.flatMap((own, page) => merge(own, sentences[page] ?? [], pages[page]?.title ?? ''));

  function take({ page, from, to }: Window, limit: number, quota: number): void {
    const own = taken[page] ?? new Set();
    const fresh = range(from, to).filter((at) => !own.has(at));
    const title = own.size === 0 ? tokensOf(`${pages[page]?.title}: `) : 0;
    const cost = fresh.reduce((sum, at) => sum + (sentences[page]?.[at]?.tokens ?? 0) + 1, title);
    const ownSpent = (spentBy[page] ?? 0) + cost;
    if (fresh.length === 0 || spent + cost > limit || ownSpent > quota) return;
    for (const at of fresh) own.add(at);
    spentBy[page] = ownSpent;
    spent += cost;
  }
}

/** The parts of the reference's ranking that are the same for all budgets of a question. */
type Ranked = {
  readonly pages: readonly SetPage[];
  readonly sentences: readonly (readonly Sentence[])[];
  /** The best sentence of each page. */
  readonly best: readonly Window[];
  readonly windows: readonly Window[];
};

const ranked = new WeakMap<SetQuestion, Ranked>();

function rankedOf(question: SetQuestion): Ranked {
  const known = ranked.get(question);
  if (known !== undefined) return known;
  const pages = question.pages.slice(0, 10);
  const sentences = pages.map(({ text }) => {
    return plainSentences(text).map((sentence) => toSentence(sentence, question.lang));
  });
  const asked = [...new Set(plainTerms(question.question, question.lang))];
  const titles = pages.map(({ title }) => new Set(plainTerms(title, question.lang)));
  const singles = rank({ titles, sentences, asked }, 0);
  const best = pages.flatMap((_, page) => singles.find((window) => window.page === page) ?? []);
  const all = { pages, sentences, best, windows: rank({ titles, sentences, asked }, 1) };
  ranked.set(question, all);
  return all;
}

function toSentence(text: string, lang: string): Sentence {
  let tokens: number | undefined;
  return {
    text,
    terms: plainTerms(text, lang),
    get tokens() {
      tokens ??= tokensOf(text);
      return tokens;
    },
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset);
}

/** The units to rank, and the terms for which they are ranked. */
type Ranking = {
  readonly titles: readonly ReadonlySet<string>[];
  readonly sentences: readonly (readonly Sentence[])[];
  readonly asked: readonly string[];
};

/**
 * All windows of one sentence and a number of sentences on either side that contain a term of the question,
 * best first.
 */
function rank({ titles, sentences, asked }: Ranking, reach: number): Window[] {
  const windows = sentences.flatMap((own, page) =>
    own.map((_, at) => ({ page, from: Math.max(0, at - reach), to: Math.min(own.length, at + reach + 1) })),
  );
  const bags = windows.map(({ page, from, to }) =>
    (sentences[page] ?? []).slice(from, to).flatMap(({ terms }) => terms),
  );
  const mean = bags.reduce((sum, { length }) => sum + length, 0) / bags.length;
  const sets = bags.map((bag) => new Set(bag));
  const weights = asked.map((term) => {
    const holding = sets.filter((set) => set.has(term)).length;
    return Math.log(1 + (bags.length - holding + 0.5) / (holding + 0.5));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const factors = titles.map((words, page) => {
    const share = asked.reduce((sum, term, at) => sum + (words.has(term) ? (weights[at] ?? 0) : 0), 0) / all;
    return (1 + TITLE_SHARE * share) * (1 + RANK_SHARE / (page + 1));
  });
  return windows
    .map((window, index) => ({ ...window, score: bm25(bags[index] ?? []) * (factors[window.page] ?? 1) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);

  function bm25(bag: readonly string[]): number {
    return asked.reduce((sum, term, at) => {
      const count = bag.filter((word) => word === term).length;
      const norm = K1 * (1 - B + (B * bag.length) / mean);
      return sum + ((weights[at] ?? 0) * count * (K1 + 1)) / (count + norm);
    }, 0);
  }
}

/** Neighbouring sentences as one segment, with the title before the first. */
function merge(taken: ReadonlySet<number>, sentences: readonly Sentence[], title: string): string[] {
  const runs: string[][] = [];
  let last = -2;
  for (const at of [...taken].sort((a, b) => a - b)) {
    if (at !== last + 1) runs.push([]);
    runs.at(-1)?.push(sentences[at]?.text ?? '');
    last = at;
  }
  return runs.map((run, index) => `${index === 0 ? `${title}: ` : ''}${run.join(' ')}`);
}
