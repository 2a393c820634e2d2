import { firstChars } from '../../core/text.ts';
import { isStopWord, toWords } from '../../core/words.ts';
import { namesIn } from '../condense/names.ts';

const MAX_PARTS = 4;
const MAX_CHARS = 300;
const QUOTED = /["“„«]([^"”“„«»]{2,80})["”“»]/gu;
const SENTENCE = /[^?？.!。！]+[?？.!。！]*/gu;
/** Words of an own sentence that are too few to be searched for. */
const LEAST_WORDS = 3;

/**
 * What to search for besides a question, by rules: its quoted titles, its names, and its sentences if it has
 * several. Linear time.
 */
export function splitQuestion(question: string): readonly string[] {
  const text = firstChars(question.trim(), 2000);
  const titles = Array.from(text.matchAll(QUOTED), ([, title = '']) => title.trim());
  const names = namesIn(text).filter((name) => !titles.some((title) => title.includes(name)));
  const sentences = text.match(SENTENCE)?.map((each) => each.trim()) ?? [];
  const asked = sentences.length < 2 ? [] : sentences.filter((each) => meaningful(each) >= LEAST_WORDS);
  const parts = [...titles, ...names, ...asked].map((part) => firstChars(part, MAX_CHARS));
  return distinct(parts, [text]).slice(0, MAX_PARTS);
}

function meaningful(text: string): number {
  return toWords(text).filter((word) => !isStopWord(word)).length;
}

/** The texts whose words, in order, are not those of another one before or of a known one. */
export function distinct(texts: readonly string[], known: readonly string[]): readonly string[] {
  const keyOf = (text: string) => toWords(text).join(' ');
  const seen = new Set(known.map(keyOf));
  return texts.filter((text) => {
    const key = keyOf(text);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
