import { toSnippet } from '../../lib/text/text.ts';
import type { Prompt } from '../../models/prompt.ts';
import { defuse } from '../defuse.ts';
import { JUDGE } from '../instructions.ts';
import { toSourceBlock } from '../source-block.ts';
import type { JudgeTask } from './judging.ts';

/** A longer statement is cut, in characters. */
const MAX_STATEMENT_CHARS = 400;

/**
 * The prompt that asks for a verdict on each statement, in numbered lines. The sources come first and are
 * written as in the prompt of the answer, so that a server that caches prompts reads them once. All texts are
 * defused (`defuse.ts`).
 */
export function toJudgePrompt({ question, statements, sources }: JudgeTask): Prompt {
  const lines = statements.map((text, at) => `${at + 1}: ${toSnippet(defuse(text), MAX_STATEMENT_CHARS)}`);
  const heading = `Question: ${defuse(question.trim())}`;
  return {
    system: JUDGE,
    user: [...sources.map(toSourceBlock), heading, `Statements:\n${lines.join('\n')}`].join('\n\n'),
  };
}
