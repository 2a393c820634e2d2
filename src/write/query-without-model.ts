import { firstChars } from '@sayso/text/text.ts';
import { isStopWord, toWords } from '@sayso/text/words.ts';
import type { Question } from '../core/question.ts';
import { namesIn } from './names.ts';

/** The longest query, in characters. */
const MAX_QUERY_CHARS = 300;
/** A message with a name of its own and as many further words is complete. */
const COMPLETE_WORDS = 3;
const MAX_ADDED = 8;
const NUMBERS = /(?<![\p{L}\p{N}])\p{N}[\p{N}.,:-]*/gu;
const QUOTED = /["“„«「]([^"”“»」\n]{1,80})["”“»」]/gu;
const ASKS = /[?？؟]\s*$/u;

/**
 * What to search for without a model: the message, and for a follow-up the names, numbers and quoted words of
 * the last question, or its other words (`referredTo`). Of a long message, the line that asks, or the first one.
 */
export function queryWithoutModel({ text, history }: Pick<Question, 'text' | 'history'>): string {
  const message = firstChars(askingLine(text), MAX_QUERY_CHARS).replace(/\s+/gu, ' ').trim();
  const last = history.findLast(({ question }) => question.trim() !== '')?.question ?? '';
  const words = meaningful(message);
  if (last === '' || (tellingIn(message).length > 0 && words.length >= COMPLETE_WORDS)) return message;
  const known = new Set(words);
  const added = referredTo(last, message).filter((each) => !toWords(each).every((word) => known.has(word)));
  return firstChars([message, ...added.slice(0, MAX_ADDED)].join(' '), MAX_QUERY_CHARS);
}

/**
 * What a message means of the last question: its names, numbers and quoted words, or all its words if it has none.
 * A message with a name puts that in the place of the names: "and in Germany?" asks the same about Germany.
 */
function referredTo(last: string, message: string): readonly string[] {
  const telling = tellingIn(last);
  if (telling.length === 0) return meaningful(last);
  if (namesIn(message).length === 0) return telling;
  const replaced = new Set(namesIn(last).flatMap(toWords));
  return meaningful(last).filter((word) => !replaced.has(word));
}

/** A short message as it is; of a longer one the last line that asks, without one the first. */
function askingLine(text: string): string {
  const whole = text.trim();
  if (whole.length <= MAX_QUERY_CHARS) return whole;
  const lines = whole.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  return lines.findLast((line) => line.length <= MAX_QUERY_CHARS && ASKS.test(line)) ?? lines[0] ?? whole;
}

/** The names, numbers and quoted words of a text. */
function tellingIn(text: string): readonly string[] {
  const short = text.slice(0, 2_000);
  const quoted = Array.from(short.matchAll(QUOTED), ([, words = '']) => words);
  return [...new Set([...namesIn(short), ...(short.match(NUMBERS) ?? []), ...quoted])];
}

function meaningful(text: string): readonly string[] {
  return toWords(text.slice(0, 2_000)).filter((word) => !isStopWord(word));
}
