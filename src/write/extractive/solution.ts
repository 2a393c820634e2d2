import type { Candidate } from './candidates.ts';
import { isCode } from './code.ts';
import { PROBLEMS, SOLUTIONS, UNSPACED_PROBLEMS, UNSPACED_SOLUTIONS } from './solution-words.ts';

/** The maximum length of a solution; a longer sentence says more than that. */
const MAX_WORDS = 40;
const NAMES_PROBLEM = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${alternatives(PROBLEMS)})(?![\\p{L}\\p{N}])|${alternatives(UNSPACED_PROBLEMS)}`,
  'iu',
);
const SOLVES = new RegExp(
  `^["“«]?(?:${alternatives(SOLUTIONS)})(?![\\p{L}\\p{N}])|${alternatives(UNSPACED_SOLUTIONS)}`,
  'iu',
);

/**
 * The quote for a sentence: the sentence and the next one of its paragraph, verbatim, if the first names a
 * problem and the second a solution; otherwise the sentence. `all` are the sentences of the sources, in
 * order.
 */
export function withSolution(
  sentence: Candidate,
  all: readonly Candidate[],
): Pick<Candidate, 'text' | 'index'> {
  if (!NAMES_PROBLEM.test(sentence.text)) return sentence;
  const next = all[all.findIndex(({ index, at }) => index === sentence.index && at === sentence.at) + 1];
  if (next === undefined || next.index !== sentence.index) return sentence;
  if (next.paragraph > sentence.paragraph + 1 || next.words.length > MAX_WORDS) return sentence;
  return SOLVES.test(next.text) && !isCode(next.text)
    ? { ...sentence, text: `${sentence.text} ${next.text}` }
    : sentence;
}

function alternatives(phrases: string): string {
  return phrases
    .split(/,\s+/u)
    .map((phrase) => phrase.replace(/\s+/gu, '\\s'))
    .join('|');
}
