import { occurrences } from './judge.ts';
import { plainStem, plainTerms, plainWords } from './plain-words.ts';
import type { SetQuestion } from './question-set.ts';
import type { Segment } from './segment.ts';

/** How many words before and after an occurrence count as its neighbourhood. */
const REACH = 40;

/**
 * A reader without a model, who chooses the answer with the rarest question words around it; returns whether
 * that answer is right. The rarity of a word comes from all pages of the questions.
 */
export function createReader(
  questions: readonly SetQuestion[],
): (question: SetQuestion, segments: readonly Segment[]) => boolean {
  const { pages, holding } = countPages(questions);
  const rarity = (term: string) => Math.log(1 + pages / (1 + (holding.get(term) ?? 0)));
  return (question, segments) => {
    const texts = segments.map(({ page, text }) => ({ page, words: plainWords(text) }));
    const asked = new Set(plainTerms(question.question));
    const [answer = ''] = question.answers;
    const gold = scoreOf(answer);
    const others = question.choices.filter((choice) => choice !== answer).map(scoreOf);
    return gold >= 0 && gold > Math.max(...others);

    /** The rarity of the question's words in the best neighbourhood of a phrase; -1 if it does not occur. */
    function scoreOf(phrase: string): number {
      const sought = plainWords(phrase);
      const wanted = asked.difference(new Set(sought.map(plainStem)));
      const on = new Set<number>();
      let best = -1;
      for (const { page, words } of texts) {
        for (const at of occurrences(words, sought)) {
          const near = words.slice(Math.max(0, at - REACH), at + sought.length + REACH).map(plainStem);
          const found = [...wanted.intersection(new Set(near))];
          best = Math.max(
            best,
            found.reduce((sum, term) => sum + rarity(term), 0),
          );
          on.add(page);
        }
      }
      return best < 0 ? -1 : best + Math.log2(1 + on.size);
    }
  };
}

function countPages(questions: readonly SetQuestion[]): {
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
