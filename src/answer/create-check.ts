import type { JudgedStatement } from '../core/verdict.ts';
import { once } from '../lib/text/once.ts';
import type { Judgement } from '../lib/verdicts/index.ts';
import { type CreateJudge, type JudgedFields, judgeAnswer } from './add-statements.ts';

/** The verdicts on all statements of one version of an answer, in order. */
export type CheckText = (text: string) => Promise<readonly JudgedStatement[]>;

/** Prepares to check the versions of one answer. */
export type CreateCheck = (answer: Pick<JudgedFields, 'sources' | 'language'>) => CheckText;

/** Checks the versions of one answer. A statement that several versions have is compared once. */
export function createCheck(
  { sources, language }: Pick<JudgedFields, 'sources' | 'language'>,
  createJudge: CreateJudge,
): CheckText {
  const known = new Map<string, Judgement>();
  return (text) => {
    // Each version has its own limit of work.
    const judge = once(() => createJudge(sources, language));
    return judgeAnswer({ text, sources, language }, () => (statement, index) => {
      const key = JSON.stringify([statement.text, statement.citations]);
      const judgement = known.get(key) ?? judge()(statement, index);
      known.set(key, judgement);
      return judgement;
    });
  };
}
