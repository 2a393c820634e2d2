import { answerKindOf, hasKind, namesOf } from './names.ts';
import type { ScoredPage } from './score.ts';
import { toPlainWords } from './terms.ts';

/**
 * The extra weight of a sentence full of names and numbers, and how many of them give half of that weight.
 */
const NAMES_SHARE = 0.4;
const NAMES_HALF = 3;
/**
 * The extra weight of a sentence that has the kind of thing that the question asks for: a number, or a name.
 */
const KIND_SHARE = 0.2;
/**
 * The extra weight of a sentence whose terms are all new, so that each part of a question is answered.
 */
const TERMS_SHARE = 0.5;
/** The maximum factor by which names and numbers raise the worth of a sentence. */
const MOST_BY_NAMES = 1 + NAMES_SHARE + KIND_SHARE;

/** The worth of sentences in a context, which decreases as more is selected. */
export type MarginalRelevance = {
  /** An upper bound of the sentence's worth; cheaper to compute than `now`. */
  most(page: number, at: number): number;
  /** The worth of the sentence in addition to the selected ones. */
  now(page: number, at: number): number;
  /** Records that the sentence has been selected. */
  select(page: number, at: number): void;
};

/**
 * The worth of each sentence: its relevance, raised for two things. The first is names and numbers that occur
 * neither in the question nor in a selected sentence, because one of them is probably the answer. The second
 * is terms that occur in few selected sentences. The worth never increases.
 */
export function createMarginalRelevance(
  pages: readonly ScoredPage[],
  question: string,
  weights: readonly number[],
): MarginalRelevance {
  // Behind a dash, the first word of the question does not count as the beginning of a sentence.
  const asked = new Set([...toPlainWords(question), ...namesOf(`– ${question}`)]);
  const kind = answerKindOf(question);
  // How many selected sentences have each name, and each term.
  const timesSaid = new Map<string, number>();
  const timesHeld = weights.map(() => 0);
  const byTerms = (page: number, at: number) =>
    (pages[page]?.scores[at] ?? 0) * (1 + TERMS_SHARE * freshTerms(countsOf(page, at)));
  const countsOf = (page: number, at: number) => pages[page]?.matches[at]?.counts ?? [];
  const ownNames = createNames(pages, asked);
  return {
    most: (page, at) => MOST_BY_NAMES * byTerms(page, at),
    now(page, at) {
      const own = ownNames(page, at);
      const fresh = own.reduce((sum, name) => sum + 1 / (1 + (timesSaid.get(name) ?? 0)), 0);
      const rich = (NAMES_SHARE * fresh) / (fresh + NAMES_HALF) + (hasKind(own, kind) ? KIND_SHARE : 0);
      return (1 + rich) * byTerms(page, at);
    },
    select(page, at) {
      for (const name of ownNames(page, at)) timesSaid.set(name, (timesSaid.get(name) ?? 0) + 1);
      countsOf(page, at).forEach((count, term) => {
        if (count > 0) timesHeld[term] = (timesHeld[term] ?? 0) + 1;
      });
    },
  };

  /**
   * The share of a sentence's terms, by weight, that is new; a term that n selected sentences have counts 1 /
   * (n + 1).
   */
  function freshTerms(counts: readonly number[]): number {
    let [all, fresh] = [0, 0];
    for (let term = 0; term < counts.length; term++) {
      if ((counts[term] ?? 0) === 0) continue;
      const weight = weights[term] ?? 0;
      all += weight;
      fresh += weight / (1 + (timesHeld[term] ?? 0));
    }
    return all === 0 ? 0 : fresh / all;
  }
}

/** The names and numbers of a sentence that are not in the question, computed once for each text. */
function createNames(
  pages: readonly ScoredPage[],
  asked: ReadonlySet<string>,
): (page: number, at: number) => readonly string[] {
  const ofTexts = new Map<string, readonly string[]>();
  const ofText = (text: string) => {
    const names = ofTexts.get(text) ?? namesOf(text).filter((name) => !asked.has(name));
    ofTexts.set(text, names);
    return names;
  };
  const ofPages = pages.map((): (readonly string[])[] => []);
  return (page, at) => {
    const ofPage = ofPages[page] ?? [];
    ofPage[at] ??= ofText(pages[page]?.sentences[at]?.text ?? '');
    return ofPage[at];
  };
}
