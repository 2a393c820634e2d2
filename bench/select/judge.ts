import type { NewsQuestion } from './news-questions.ts';
import { flatten, plainStem, plainTerms, plainWords } from './plain-words.ts';
import type { Segment } from './segment.ts';

/** What a context is worth for a question. */
export type Verdict = {
  /** Whether the answer is in one segment. */
  readonly recall: boolean;
  /** Whether it is near words of the question. */
  readonly strict: boolean;
  /**
   * Whether a reader without a model, who takes the choice with the rarest question words around it, takes
   * the right one.
   */
  readonly choice: boolean;
};

/** How many words before and after an occurrence count as its neighbourhood. */
const REACH = 40;

/** Judges contexts by their questions; the rarity of a word comes from all pages of those questions. */
export function createJudge(
  questions: readonly NewsQuestion[],
): (question: NewsQuestion, segments: readonly Segment[]) => Verdict {
  const { pages, holding } = countPages(questions);
  const rarity = (term: string) => Math.log(1 + pages / (1 + (holding.get(term) ?? 0)));
  return (question, segments) => {
    const texts = segments.map(({ page, text }) => ({ page, words: plainWords(text) }));
    const asked = new Set(plainTerms(question.question));
    const answer = ` ${flatten(question.answer)} `;
    const gold = look(question.answer);
    const others = question.choices.filter((choice) => choice !== question.answer);
    const best = Math.max(...others.map((choice) => look(choice).score));
    const beyondAnswer = asked.difference(new Set(plainTerms(question.answer))).size;
    return {
      recall: texts.some(({ words }) => ` ${words.join(' ')} `.includes(answer)),
      strict: beyondAnswer > 0 && gold.mostTerms >= Math.min(2, beyondAnswer),
      choice: gold.score >= 0 && gold.score > best,
    };

    /** The best neighbourhood of a phrase in the context. */
    function look(phrase: string): { readonly score: number; readonly mostTerms: number } {
      const sought = plainWords(phrase);
      const own = new Set(sought.map(plainStem));
      const wanted = asked.difference(own);
      let [best, mostTerms] = [-1, -1];
      const on = new Set<number>();
      for (const { page, words } of texts) {
        for (const at of occurrences(words, sought)) {
          const near = words.slice(Math.max(0, at - REACH), at + sought.length + REACH).map(plainStem);
          const found = [...wanted.intersection(new Set(near))];
          on.add(page);
          best = Math.max(
            best,
            found.reduce((sum, term) => sum + rarity(term), 0),
          );
          mostTerms = Math.max(mostTerms, found.length);
        }
      }
      return { score: best < 0 ? -1 : best + Math.log2(1 + on.size), mostTerms };
    }
  };
}

function* occurrences(words: readonly string[], sought: readonly string[]): Generator<number> {
  const [first] = sought;
  if (first === undefined) return;
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    if (sought.every((word, offset) => words[at + offset] === word)) yield at;
  }
}

function countPages(questions: readonly NewsQuestion[]): {
  readonly pages: number;
  readonly holding: ReadonlyMap<string, number>;
} {
  const holding = new Map<string, number>();
  const pages = questions.flatMap((question) => question.pages);
  for (const { text } of pages) {
    for (const term of new Set(plainTerms(text))) holding.set(term, (holding.get(term) ?? 0) + 1);
  }
  return { pages: pages.length, holding };
}
