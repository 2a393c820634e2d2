import { once } from '@sayso/text/once.ts';
import { createJudge, type Judgement } from '@sayso/verdicts';
import type { Source } from '../core/source.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { type CreateJudge, exceptServiceMessages, type JudgedFields, judgeAnswer } from './add-statements.ts';

/**
 * Wraps a judge so that the verdicts of an answer are kept: a statement that is judged while the answer is
 * streamed, again before its correction, and once more at the end is compared with the sources once. An
 * answer is known by its list of sources, so the verdicts are forgotten together with it.
 */
export function rememberVerdicts(create: CreateJudge): CreateJudge {
  const answers = new WeakMap<readonly Source[], Map<string, Judgement>>();
  return (sources, language) => {
    const verdicts = answers.get(sources) ?? new Map<string, Judgement>();
    answers.set(sources, verdicts);
    // Each version of an answer has its own limit of work.
    const judge = once(() => create(sources, language));
    return (statement, index) => {
      const key = JSON.stringify([language, statement.text, statement.citations, statement.cells]);
      const judgement = verdicts.get(key) ?? judge()(statement, index);
      verdicts.set(key, judgement);
      return judgement;
    };
  };
}

/** Judges the statements of answers; each statement of an answer is compared once. */
export const createAnswerJudge = rememberVerdicts(exceptServiceMessages(createJudge));

/** The verdicts on all statements of a finished answer. */
export function judgeStatements(answer: JudgedFields): Promise<readonly JudgedStatement[]> {
  return judgeAnswer(answer, createAnswerJudge);
}
