import type { Exchange, Question } from '../../core/question.ts';
import { toSnippet } from '../../lib/text/text.ts';
import { countTokens } from '../../lib/text/tokens.ts';
import type { Prompt } from '../../models/prompt.ts';
import { REWRITE } from '../instructions.ts';
import { sanitizeForPrompt } from '../sanitize-for-prompt.ts';
import { namesIn } from './names.ts';

/** The tokens of all parts together; with their labels, they are less than 300. */
const MAX_TOKENS = 265;
/** The most tokens of each part. */
const MAX = { edge: 80, question: 40, answer: 120, names: 20, earlier: 30 } as const;
/** No token of a usual text has more characters. */
const CHARS_PER_TOKEN = 6;
const LABELS_TOKENS = 8;

/** A message with the conversation and the place that it refers to. */
export type ToRewrite = Pick<Question, 'text' | 'history'> & {
  readonly scope?: Pick<Question['scope'], 'country'>;
};

/**
 * The prompt that asks for the search query of a follow-up. The last answer is sent up to a limit, and the
 * names behind it, because most follow-ups refer to it; earlier exchanges fill what is left. Everything is
 * sanitized (`sanitize-for-prompt.ts`).
 */
export function toRewritePrompt({ text, history, scope }: ToRewrite, today: Date): Prompt {
  const message = edgesOf(text);
  let tokensLeft = MAX_TOKENS - countTokens(message);
  const lines: string[] = [];
  for (const [at, exchange] of history.toReversed().entries()) {
    const line = toLine(exchange, { isLast: at === 0, tokensLeft: tokensLeft - LABELS_TOKENS });
    if (line === null) break;
    tokensLeft -= countTokens(line);
    lines.unshift(line);
  }
  const place = scope?.country ?? null;
  const day = `Today: ${today.toISOString().slice(0, 10)}${place === null ? '' : `; country: ${place}`}`;
  const conversation = lines.length === 0 ? [] : [`Conversation:\n${lines.join('\n')}`];
  return { system: REWRITE, user: [day, ...conversation, `Last message: ${message}`].join('\n\n') };
}

/** An exchange as two lines; null if not even a part of it has room. */
function toLine(
  { question, answer }: Exchange,
  { isLast, tokensLeft }: { readonly isLast: boolean; readonly tokensLeft: number },
): string | null {
  const max = isLast ? MAX : { question: MAX.earlier, answer: MAX.earlier, names: 0 };
  if (tokensLeft < MAX.earlier) return null;
  const asked = clip(question, Math.min(max.question, tokensLeft / 2));
  const room = tokensLeft - countTokens(asked);
  const shown = clip(answer, Math.min(max.answer, room - max.names));
  const names = shown.endsWith('…') && isLast ? clip(namesBehind(answer, shown), max.names) : '';
  return `- asked: ${asked}\n  answered: ${shown}${names === '' ? '' : ` (${names})`}`;
}

/** The names of an answer that its shown beginning lacks. */
function namesBehind(answer: string, shown: string): string {
  const names = namesIn(`– ${answer.slice(shown.length)}`);
  return names.filter((name) => !shown.includes(name)).join(', ');
}

/** A long message without its middle: people ask before or after what they paste. */
function edgesOf(message: string): string {
  const whole = clip(message, 2 * MAX.edge);
  if (!whole.endsWith('…')) return whole;
  const start = clip(message, MAX.edge);
  const chars = Array.from(message.trim().slice(-2 * MAX.edge * CHARS_PER_TOKEN));
  let end = chars.join('');
  while (countTokens(sanitizeForPrompt(end)) > MAX.edge) {
    chars.splice(0, Math.ceil(chars.length / 8));
    end = chars.join('');
  }
  return `${start} ${sanitizeForPrompt(end)
    .replace(/\s+/gu, ' ')
    .replace(/^\S*\s/u, '')}`;
}

/** The beginning of a text, on one line. */
function clip(text: string, maxTokens: number): string {
  let chars = Math.max(1, Math.floor(maxTokens * CHARS_PER_TOKEN));
  let clipped = toSnippet(sanitizeForPrompt(text), chars);
  while (chars > 1 && countTokens(clipped) > maxTokens) {
    chars = Math.floor(chars * 0.85);
    clipped = toSnippet(clipped, chars);
  }
  return clipped;
}
