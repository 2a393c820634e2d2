import { collapse, toSnippet } from '@sayso/text/text.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Exchange, Question } from '../core/question.ts';
import type { Prompt } from '../models/language-model.ts';
import { QUERY } from './instructions.ts';
import { namesIn } from './names.ts';
import { sanitizeForPrompt } from './sanitize-for-prompt.ts';

/** The tokens of the whole prompt, instructions included. */
const MAX_PROMPT_TOKENS = 300;
/** The day, the place and the labels of the parts. */
const FRAME_TOKENS = 30;
/** The most tokens of each part. */
const MAX_TOKENS = { edge: 45, question: 30, answer: 80, names: 16, earlier: 22 } as const;
/** No token of a usual text has more characters. */
const CHARS_PER_TOKEN = 6;
/** `- asked:` and `answered:`. */
const LABELS_TOKENS = 8;

/** A message with the conversation and the place that it refers to. */
type MessageToUnderstand = Pick<Question, 'text' | 'history'> & {
  readonly scope?: Pick<Question['scope'], 'country'>;
};

/**
 * The prompt that asks what to search for. The last answer is sent up to a limit, and the
 * names in the rest of it, because most follow-ups refer to it; earlier exchanges fill what is left.
 * Everything is sanitized (`sanitize-for-prompt.ts`).
 */
export function toQueryPrompt({ text, history, scope }: MessageToUnderstand, today: Date): Prompt {
  const message = edgesOf(text);
  let tokensLeft = MAX_PROMPT_TOKENS - estimateTokens(QUERY) - FRAME_TOKENS - estimateTokens(message);
  const entries: string[] = [];
  for (const [at, exchange] of history.toReversed().entries()) {
    const entry = toAskedAndAnswered(exchange, { isLast: at === 0, tokensLeft: tokensLeft - LABELS_TOKENS });
    if (entry === null) break;
    tokensLeft -= estimateTokens(entry);
    entries.unshift(entry);
  }
  const place = scope?.country ?? null;
  const day = `Today: ${today.toISOString().slice(0, 10)}${place === null ? '' : `; country: ${place}`}`;
  const conversation = entries.length === 0 ? [] : [`Conversation:\n${entries.join('\n')}`];
  return { system: QUERY, user: [day, ...conversation, `Last message: ${message}`].join('\n\n') };
}

/** An exchange as two lines; null if not even a part of it has room. */
function toAskedAndAnswered(
  { question, answer }: Exchange,
  { isLast, tokensLeft }: { readonly isLast: boolean; readonly tokensLeft: number },
): string | null {
  const max = isLast ? MAX_TOKENS : { question: MAX_TOKENS.earlier, answer: MAX_TOKENS.earlier, names: 0 };
  if (tokensLeft < MAX_TOKENS.earlier) return null;
  const asked = beginningOf(question, Math.min(max.question, tokensLeft / 2)).text;
  const room = tokensLeft - estimateTokens(asked);
  const shown = beginningOf(answer, Math.min(max.answer, room - max.names));
  const lacking = shown.isCut && isLast ? namesBehind(answer, shown.text) : '';
  const names = lacking === '' ? '' : ` (${beginningOf(lacking, max.names).text})`;
  return `- asked: ${asked}\n  answered: ${shown.text}${names}`;
}

/** The names of an answer that its shown beginning lacks. */
function namesBehind(answer: string, shown: string): string {
  // Behind another word, the first word does not count as the first word of a sentence.
  const names = namesIn(`a ${answer.slice(shown.length)}`);
  return names.filter((name) => !shown.includes(name)).join(', ');
}

/** A long message without its middle: people ask before or after what they paste. */
function edgesOf(message: string): string {
  const whole = beginningOf(message, 2 * MAX_TOKENS.edge);
  if (!whole.isCut) return whole.text;
  return `${beginningOf(message, MAX_TOKENS.edge).text} ${endOf(message, MAX_TOKENS.edge)}`;
}

/** The beginning of a text, on one line. */
function beginningOf(text: string, maxTokens: number): { readonly text: string; readonly isCut: boolean } {
  const whole = collapse(sanitizeForPrompt(text).toWellFormed());
  let chars = Math.max(1, Math.floor(maxTokens * CHARS_PER_TOKEN));
  let beginning = toSnippet(whole, chars);
  while (chars > 1 && estimateTokens(beginning) > maxTokens) {
    chars = Math.floor(chars * 0.85);
    beginning = toSnippet(beginning, chars);
  }
  return { text: beginning, isCut: beginning !== whole };
}

/** The end of a text, on one line. */
function endOf(text: string, maxTokens: number): string {
  const chars = Array.from(text.trim().slice(-2 * maxTokens * CHARS_PER_TOKEN));
  let end = sanitizeForPrompt(chars.join(''));
  while (estimateTokens(end) > maxTokens) {
    chars.splice(0, Math.ceil(chars.length / 8));
    end = sanitizeForPrompt(chars.join(''));
  }
  const line = end.replace(/\s+/gu, ' ');
  // The first word may be cut.
  return line.replace(/^\S*\s/u, '');
}
