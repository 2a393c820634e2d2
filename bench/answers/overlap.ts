import type { Source } from '../../src/core/source.ts';
import { plainSentences, plainTerms } from '../select/plain-words.ts';
import type { SetQuestion } from '../select/question-set.ts';

/** The three sentences that have the most words of the question: the baseline in ten lines. */
export function quoteByOverlap({ question, lang }: SetQuestion, sources: readonly Source[]): string[] {
  const asked = new Set(plainTerms(question, lang));
  const texts = sources.flatMap(({ passages }) => passages.flatMap(({ text }) => plainSentences(text)));
  const scored = [...new Set(texts)].map((text) => ({
    text,
    shared: asked.intersection(new Set(plainTerms(text, lang))).size,
  }));
  return scored
    .sort((one, other) => other.shared - one.shared)
    .slice(0, 3)
    .map(({ text }) => text);
}
