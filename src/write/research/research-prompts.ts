import type { Source } from '../../core/source.ts';
import type { Prompt } from '../../models/prompt.ts';
import { defuse } from '../defuse.ts';
import { GAP, GAP_REMINDER, PLAN } from '../instructions.ts';
import { toSourceBlock } from '../source-block.ts';

/** The prompt that asks for the parts of a question. */
export function toPlanPrompt(question: string): Prompt {
  return { system: PLAN, user: `Question: ${defuse(question.trim())}` };
}

/** The prompt that asks which facts the sources lack, fenced and defused as in `toPrompt`. */
export function toGapPrompt(question: string, sources: readonly Source[]): Prompt {
  const blocks = [...sources.map(toSourceBlock), `Question: ${defuse(question.trim())}`, GAP_REMINDER];
  return { system: GAP, user: blocks.join('\n\n') };
}
