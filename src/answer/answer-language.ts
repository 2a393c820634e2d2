import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';

/**
 * The language of an answer, as a BCP 47 tag or `und`. It is the language that the caller asked for;
 * otherwise that of the question, of the questions before it, or of the sources, because a question such as
 * `gold atomic number` is too short to tell.
 */
export function answerLanguage(question: Question, sources: readonly Source[]): string {
  if (question.scope.language !== 'auto') return question.scope.language;
  for (const text of [question.text, ...question.history.map((turn) => turn.question).reverse()]) {
    const own = detectLanguage(text);
    if (own !== UNDETERMINED) return own;
  }
  return detectLanguage([question.text, ...sources.map(({ snippet }) => snippet)].join(' '));
}
