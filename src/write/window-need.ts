import { estimateTokens } from '@sayso/text/tokens.ts';
import { LONG_ANSWER_TOKENS, TOKENIZER_MARGIN, type WindowNeed } from '../models/context-window.ts';
import { SOURCED, SOURCED_REMINDER } from './instructions.ts';

/** The settings that limit the length of a prompt. */
export type PromptLimits = {
  /** The maximum amount of source text, in tokens: `CONTEXT_TOKENS`. */
  readonly contextTokens: number;
  /** The longest question, in characters: `MAX_QUERY_CHARS`. */
  readonly maxQueryChars: number;
};

const FIXED_TOKENS = estimateTokens(SOURCED) + estimateTokens(SOURCED_REMINDER);
/**
 * Title, host, site, author, date and tags of one source: 43 tokens on average, and over 60 for one page in
 * twenty; 30 as a line for small models.
 */
export const SOURCE_HEAD_TOKENS = { usual: 50, small: 35, max: 85 } as const;
const SOURCES = { usual: 5, max: 10 } as const;
const USUAL_QUESTION_TOKENS = 100;
/** Three earlier questions and answers, shortened by `prompt.ts`: 2,700 characters at `CHARS_PER_TOKEN`. */
const HISTORY_TOKENS = 1350;
/** The style that the calling program requests: 1,000 characters, and the heading above them. */
const STYLE_TOKENS = 530;
/** English has four characters per token, Chinese about one; long questions in Chinese are rare. */
const CHARS_PER_TOKEN = 2;
const USUAL_ANSWER_TOKENS = 500;

/** The context window for prompts within these limits. */
export function windowNeed({ contextTokens, maxQueryChars }: PromptLimits): WindowNeed {
  const text = contextTokens + FIXED_TOKENS;
  const usual = SOURCES.usual * SOURCE_HEAD_TOKENS.usual + USUAL_QUESTION_TOKENS + USUAL_ANSWER_TOKENS;
  const rest =
    SOURCES.max * SOURCE_HEAD_TOKENS.max + HISTORY_TOKENS + STYLE_TOKENS + maxQueryChars / CHARS_PER_TOKEN;
  return {
    min: text + usual,
    frame: FIXED_TOKENS + usual,
    max: Math.ceil(text * TOKENIZER_MARGIN + rest + LONG_ANSWER_TOKENS),
  };
}
