import type { SearchRecord } from '../../core/events.ts';
import type { Question } from '../../core/question.ts';
import { UNDETERMINED } from '../../lib/text/language.ts';
import { answerLanguage } from '../answer-language.ts';
import type { Gather } from '../steps.ts';

const NOTHING_SEARCHED: SearchRecord = {
  words: '',
  outcome: { status: 'ok' },
  engine: 'none',
  trail: [],
};

/** The evidence without a search: the previous answer's sources for another form of it, or none. */
export const gatherEarlier: Gather = async function* (question) {
  const { sources = [] } = question.rework ?? {};
  const language = languageOf(question);
  yield { type: 'sources', sources, language };
  const none = { tokens: 0, calls: 0, isRushed: false };
  return { meaning: question.text, searches: [NOTHING_SEARCHED], sources, language, ...none };
};

/** The result of a task, such as a translation, may be in any language. */
function languageOf(question: Question): string {
  if (question.rework !== undefined) return question.rework.language;
  return question.plain === 'task' ? UNDETERMINED : answerLanguage(question, []);
}
