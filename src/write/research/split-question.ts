import { toSentences } from '../../lib/text/sentences.ts';
import { firstChars } from '../../lib/text/text.ts';
import { namesIn } from '../condense/names.ts';
import { meaningfulWords, withoutRepeats } from './query-words.ts';

const MAX_QUESTION_CHARS = 2000;
const MAX_PARTS = 4;
const MAX_PART_CHARS = 300;
const LETTER = /\p{L}/u;
const QUOTED = /["“„«]([^"”“„«»]{2,80})["”“»]/gu;
const SENTENCE = /[^?？.!。！]+[?？.!。！]*/gu;
/** The minimum number of words in a sentence that is searched for separately. */
const MIN_WORDS = 3;

/**
 * The queries that rules add to the question: its quoted titles, its names, and its sentences if it has
 * several. Linear time.
 */
export function splitQuestion(question: string): readonly string[] {
  const text = firstChars(question.trim(), MAX_QUESTION_CHARS);
  const titles = Array.from(text.matchAll(QUOTED), ([, title = '']) => title.trim());
  // A first word is capitalised in each sentence.
  const names = toSentences(text)
    .flatMap(namesIn)
    .filter((name) => LETTER.test(name) && !titles.some((title) => title.includes(name)));
  const sentences = text.match(SENTENCE)?.map((each) => each.trim()) ?? [];
  const longSentences =
    sentences.length < 2 ? [] : sentences.filter((each) => meaningfulWords(each).length >= MIN_WORDS);
  const parts = [...titles, ...names, ...longSentences].map((part) => firstChars(part, MAX_PART_CHARS));
  return withoutRepeats(parts, [text]).slice(0, MAX_PARTS);
}
