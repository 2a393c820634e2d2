import { UNDETERMINED } from '@sayso/text/language.ts';
import type { Gathering, SearchRecord } from '../core/events.ts';
import type { Question, Rework } from '../core/question.ts';
import type { TimedRun } from '../core/run.ts';
import { answerLanguage } from './answer-language.ts';
import type { Gather, GatherDeps } from './steps.ts';

const NOTHING_SEARCHED: SearchRecord = {
  words: '',
  outcome: { status: 'ok' },
  slot: null,
  trail: [],
};

/** The evidence for a message that by its form needs no search: nothing. */
export const gatherNothing: Gather = ({ question }) => unsearched(question, { tokens: 0, calls: 0 });

/**
 * The evidence for a message for which a model wants no search: with a history the sources of the last answer,
 * if they are known.
 * @param spent what it took to find out
 */
export async function* gatherEarlier(
  { recallSources }: Pick<GatherDeps, 'recallSources'>,
  { question, caller }: Pick<TimedRun, 'question' | 'caller'>,
  spent: { readonly tokens: number; readonly calls: number },
): Gathering {
  const { history, data } = question;
  const answer = history.at(-1)?.answer ?? '';
  const plain = history.length > 0 ? 'answer' : 'task';
  const isAbout = answer.trim() !== '' && data === undefined;
  const sources = (isAbout && (await recallSources?.(question, caller))) || [];
  const asked = { ...question, plain } as const;
  const evidence = yield* unsearched(asked, spent, sources.length > 0 ? { answer, sources } : undefined);
  return { ...evidence, plain };
}

async function* unsearched(
  question: Question,
  spent: { readonly tokens: number; readonly calls: number },
  rework?: Rework,
): Gathering {
  // The result of a task, such as a translation, may be in any language.
  const isOpen = rework !== undefined || question.plain === 'task';
  const language = isOpen ? UNDETERMINED : answerLanguage(question, []);
  const sources = rework?.sources ?? [];
  yield { type: 'sources', sources, language };
  return {
    meaning: question.text,
    searches: [NOTHING_SEARCHED],
    ...(rework && { rework }),
    ...{ sources, language, ...spent, isRushed: false },
  };
}
