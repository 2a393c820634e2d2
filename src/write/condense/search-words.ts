import { firstChars } from '../../lib/text/text.ts';
import { isStopWord, toWords } from '../../lib/text/words.ts';

/** Shorter messages are searched as they are. */
const MAX_CHARS = 400;
/** The query made from a longer message has at most this many characters and added words. */
const MAX_ASKED_CHARS = 250;
const MAX_ADDED_WORDS = 10;
/** The parts of a message in which questions are looked for: people ask before or after what they paste. */
const EDGE_CHARS = 1_500;
/** The part of a message whose words are counted. */
const COUNTED_CHARS = 20_000;
/** A shorter word is rarely a name. */
const MIN_WORD_CHARS = 4;
const SENTENCE = /[^.!?？！。؟\n]+[.!?？！。؟]*/gu;
const QUESTION_MARK = /[?？؟]\s*$/u;

/**
 * The query for a message: a short one as it is; for a long one, its questions (otherwise its first sentence)
 * and the names and rare words that occur most often in the rest. Takes linear time.
 */
export function searchWords(message: string): string {
  const text = message.trim();
  if (text.length <= MAX_CHARS) return message;
  const asked = firstChars(questionsIn(text).join(' '), MAX_ASKED_CHARS);
  const askedWords = new Set(toWords(asked));
  const added = tellingWords(text).filter((word) => !askedWords.has(word.toLowerCase()));
  return [asked, ...added.slice(0, MAX_ADDED_WORDS)].join(' ').replace(/\s+/g, ' ').trim();
}

/** The last and the first question near the edges; without one, the first sentence. */
function questionsIn(text: string): readonly string[] {
  const [start, end] = [
    text.slice(0, EDGE_CHARS),
    text.slice(Math.max(EDGE_CHARS, text.length - EDGE_CHARS)),
  ];
  const sentences = [start, end].flatMap((edge) => edge.match(SENTENCE) ?? []).map((each) => each.trim());
  const questions = sentences.filter((sentence) => QUESTION_MARK.test(sentence));
  const first = sentences.find((sentence) => sentence !== '') ?? '';
  const [last = first] = questions.slice(-1);
  const opening = questions[0] ?? last;
  return last.length + opening.length > MAX_ASKED_CHARS || last === opening ? [last] : [last, opening];
}

/** The words of a text, those that occur often and are written like names first. */
function tellingWords(text: string): readonly string[] {
  const weights = new Map<string, { word: string; weight: number }>();
  for (const [word] of text.slice(0, COUNTED_CHARS).matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)) {
    const key = word.toLowerCase();
    if (word.length < MIN_WORD_CHARS || isStopWord(key)) continue;
    const isName = word !== key || /\p{N}/u.test(word);
    const seen = weights.get(key) ?? { word, weight: 0 };
    weights.set(key, { word: seen.word, weight: seen.weight + (isName ? 2 : 1) });
  }
  return [...weights.values()].sort((a, b) => b.weight - a.weight).map(({ word }) => word);
}
