import { type Candidate, toCandidates } from './candidate.ts';
import { isDefinition } from './definition.ts';
import { featuresOf } from './features.ts';
import { scoreOf } from './model.ts';
import { type QuestionTerms, toQuestionTerms } from './question-terms.ts';
import type { SelectedSource } from './source.ts';

/** A sentence of a source, and the chance that it answers the question. */
export type AnswerSentence = Pick<Candidate, 'text' | 'index' | 'at' | 'place' | 'paragraph' | 'words'> & {
  /** 0 to 1; the chances of all sentences and of none sum to 1. */
  readonly chance: number;
  /** Whether it begins with the subject of the question and says what that is. */
  readonly defines: boolean;
};

/** The sentences of some sources as answers. */
export type RankedAnswers = {
  /** The best first. */
  readonly sentences: readonly AnswerSentence[];
  /** The probability that one of them answers the question, 0 to 1. */
  readonly confidence: number;
};

/**
 * Ranks the sentences of the sources as answers to a question, without a language model: by the words that
 * they share with it, the kind of thing it asks for, what other sources say, and their place.
 */
export function rankAnswers(question: string, sources: readonly SelectedSource[]): RankedAnswers {
  return rank(toQuestionTerms(question), sources);
}

function rank(asked: QuestionTerms, sources: readonly SelectedSource[]): RankedAnswers {
  const candidates = toCandidates(asked, sources);
  const weights = featuresOf(asked, candidates).map((features) => Math.exp(scoreOf(features)));
  const all = weights.reduce((sum, weight) => sum + weight, 1);
  const sentences = candidates.map(({ text, index, at, place, paragraph, words, terms }, nth) => ({
    text,
    index,
    at,
    place,
    paragraph,
    words,
    chance: (weights[nth] ?? 0) / all,
    defines: isDefinition(words, terms, asked.terms.count),
  }));
  sentences.sort((one, other) => other.chance - one.chance);
  return { sentences, confidence: 1 - 1 / all };
}
