import type { Exchange, Question } from '../../core/question.ts';
import { toSnippet } from '../../lib/text/text.ts';
import { countTokens } from '../../lib/text/tokens.ts';
import type { Prompt } from '../../models/prompt.ts';
import { defuse } from '../defuse.ts';
import { REWRITE } from '../instructions.ts';

/** How many tokens each part of the conversation may have; with the labels, less than 300 together. */
const MOST_TOKENS = { messageEdge: 50, answer: 75, question: 30, earlier: 18 } as const;
const MAX_TURNS = 3;
/** No token of a usual text has more characters. */
const CHARS_PER_TOKEN = 6;

/**
 * The prompt that asks for the search query of a follow-up. The last answer is sent up to a limit, because
 * most follow-ups refer to it; earlier exchanges are shorter. Everything is defused (`defuse.ts`).
 */
export function toRewritePrompt({ text, history }: Pick<Question, 'text' | 'history'>): Prompt {
  const turns = history.slice(-MAX_TURNS);
  const lines = turns.map((turn, at) => toLine(turn, at === turns.length - 1));
  const conversation = lines.length === 0 ? [] : [`Conversation:\n${lines.join('\n')}`];
  return { system: REWRITE, user: [...conversation, `Last message: ${edgesOf(text)}`].join('\n\n') };
}

function toLine({ question, answer }: Exchange, isLast: boolean): string {
  const { question: asked, answer: said, earlier } = MOST_TOKENS;
  const shown = isLast ? clip(answer, said) : clip(answer, earlier);
  return `- asked: ${clip(question, isLast ? asked : earlier)}\n  answered: ${shown}`;
}

/** A long message without its middle: people ask before or after what they paste. */
function edgesOf(message: string): string {
  const { messageEdge } = MOST_TOKENS;
  const start = clip(message, messageEdge);
  if (!start.endsWith('…')) return start;
  const chars = Array.from(message.trim().slice(-2 * messageEdge * CHARS_PER_TOKEN));
  let end = chars.join('');
  while (countTokens(defuse(end)) > messageEdge) {
    chars.splice(0, Math.ceil(chars.length / 8));
    end = chars.join('');
  }
  return `${start} ${defuse(end)
    .replace(/\s+/gu, ' ')
    .replace(/^\S*\s/u, '')}`;
}

/** The beginning of a text, on one line. */
function clip(text: string, mostTokens: number): string {
  let chars = mostTokens * CHARS_PER_TOKEN;
  let clipped = toSnippet(defuse(text), chars);
  while (countTokens(clipped) > mostTokens) {
    chars = Math.floor(chars * 0.85);
    clipped = toSnippet(clipped, chars);
  }
  return clipped;
}
