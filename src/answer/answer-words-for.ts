import type { Question, Source } from '../core/terms.ts';
import { answerLanguage } from './answer-language.ts';
import { type AnswerWords, answerWords } from './answer-words.ts';

/** The service's own sentences in the language of the answer to this question. */
export function answerWordsFor(question: Question, sources: readonly Source[]): AnswerWords {
  return answerWords(answerLanguage(question, sources));
}
