import type { SearchRecord } from '../../core/events.ts';
import { UNDETERMINED } from '../../core/language.ts';
import type { Gather } from '../steps.ts';

const NOTHING_SEARCHED: SearchRecord = {
  ...{ words: '', outcome: { status: 'ok' }, engine: 'none', trail: [] },
};

/**
 * The evidence for another form of the previous answer: the sources of that answer, without a search. Only
 * for questions with `rework`.
 */
export const gatherEarlier: Gather = async function* (question) {
  const { sources = [], language = UNDETERMINED } = question.rework ?? {};
  yield { type: 'sources', sources, language };
  const none = { tokens: 0, calls: 0, isRushed: false };
  return { meaning: question.text, searches: [NOTHING_SEARCHED], sources, language, ...none };
};
