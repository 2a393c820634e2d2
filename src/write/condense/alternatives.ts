import { toWords } from '../../lib/text/words.ts';
import type { FollowUp } from './follow-up.ts';
import type { Lexicon } from './lexicon.ts';
import { namesIn } from './names.ts';

const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
/** The part of a question in which two things are named, in words. */
const MAX_QUESTION_WORDS = 60;

/** The two words or names beside "or": "v8 or v15"; empty if there are none. */
export function alternativesIn(question: string, { words }: Lexicon): readonly string[] {
  const asked = (question.match(WORD) ?? []).slice(0, MAX_QUESTION_WORDS);
  const at = asked.findIndex((word) => words.choices.has(word.toLowerCase()));
  if (at <= 0 || at === asked.length - 1) return [];
  const [one, other] = [asked.slice(0, at).join(' '), asked.slice(at + 1).join(' ')];
  // Behind another word, a capital always marks a name.
  const first = namesIn(`a ${one}`).at(-1);
  const second = namesIn(`a ${other}`)[0];
  if (first !== undefined && second !== undefined) return [first, second];
  return [asked[at - 1] ?? '', asked[at + 1] ?? ''];
}

/** Whether a question names two things: "Oslo or Bergen", "the difference between leasing and buying". */
export function namesAlternatives(question: string, { lexicon }: Pick<FollowUp, 'lexicon'>): boolean {
  return namesIn(question).length === 2 || toWords(question).some((word) => lexicon.words.joins.has(word));
}
