import type { Source } from '../core/source.ts';
import { once } from '../lib/text/once.ts';
import { createJudge, type Judgement } from '../lib/verdicts/index.ts';
import { type CreateJudge, exceptServiceMessages } from './add-statements.ts';

/** The verdicts on an answer, and the question with the statements that were judged. */
type RememberedAnswer = { readonly verdicts: Map<string, Judgement>; readonly before: string[] };

/**
 * Wraps a judge so that the verdicts of an answer are kept: a statement that is judged while the answer is
 * streamed, again before its correction, and once more at the end is compared with the sources once. An
 * answer is known by its list of sources, so the verdicts are forgotten together with it.
 */
export function rememberVerdicts(create: CreateJudge): CreateJudge {
  const answers = new WeakMap<readonly Source[], RememberedAnswer>();
  return (sources, language, asked = []) => {
    const answer = answers.get(sources) ?? { verdicts: new Map<string, Judgement>(), before: asked };
    answers.set(sources, answer);
    const { verdicts, before } = answer;
    // Each version of an answer has its own limit of work.
    const judge = once(() => create(sources, language, before));
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
