import { toStatements } from '@sayso/markdown';
import { createYielding } from '@sayso/text/yielding.ts';
import { createJudge } from '@sayso/verdicts';
import type { JudgedFields } from '../../answer/add-statements.ts';
import { createAnswerJudge } from '../../answer/answer-judge.ts';
import type { CitationCount } from './eval-record.ts';

/** The most comparisons with a source for one answer; later statements do not count. */
const MAX_COMPARED_SOURCES = 1_000;

/**
 * Counts how the citations of an answer cover its statements, as T. Gao and others define it ("Enabling Large
 * Language Models to Generate Text with Citations", https://arxiv.org/abs/2305.14627), with the verdicts in
 * place of their model. A statement is covered if its cited sources together support it. A citation of such a
 * statement is right if its source alone supports it, or if the other cited ones do not without it.
 * Statements that cannot be checked do not count. Pauses between comparisons, so that other work goes on.
 */
export async function countCitations(answer: Omit<JudgedFields, 'citationMoves'>): Promise<CitationCount> {
  const { text, sources, language } = answer;
  const yieldIfDue = createYielding();
  const judge = createAnswerJudge(sources, language);
  const count = { statements: 0, supportedAndCited: 0, citations: 0, rightCitations: 0 };
  let comparedSources = 0;
  for (const [index, statement] of toStatements(text, sources.length).entries()) {
    await yieldIfDue();
    if (comparedSources >= MAX_COMPARED_SOURCES) break;
    if (judge(statement, index).verdict === 'not-checked') continue;
    const cited = [...new Set(statement.citations)];
    count.statements++;
    count.citations += cited.length;
    if (!supports(cited)) continue;
    count.supportedAndCited++;
    for (const number of cited) {
      await yieldIfDue();
      const others = cited.filter((other) => other !== number);
      if (others.length === 0 || supports([number]) || !supports(others)) count.rightCitations++;
    }

    function supports(numbers: readonly number[]): boolean {
      comparedSources += numbers.length;
      const some = sources.filter((source) => numbers.includes(source.index));
      return createJudge(some, language)({ ...statement, citations: numbers }, 0).verdict === 'supported';
    }
  }
  return count;
}
