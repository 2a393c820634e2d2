import { countTokens } from '../core/tokens.ts';
import { SOURCED, SOURCED_REMINDER } from './instructions.ts';

/** The settings that limit the length of a prompt. */
export type PromptLimits = {
  /** The maximum amount of source text, in tokens: `CONTEXT_TOKENS`. */
  readonly contextTokens: number;
  /** The longest question, in characters: `MAX_QUERY_CHARS`. */
  readonly maxQueryChars: number;
};

/** The required size of a model's context window for prompt and answer, in tokens. */
export type WindowNeed = {
  /** The window for a short question with a short answer. With a smaller window, sources are lost. */
  readonly least: number;
  /** The window for a long answer to the longest question in a conversation. */
  readonly most: number;
};

const FIXED_TOKENS = countTokens(SOURCED) + countTokens(SOURCED_REMINDER);
/**
 * Title, host, site, author, date and tags of one source: 36 tokens on average, and over 60 for one page in
 * twenty.
 */
const SOURCE_HEAD_TOKENS = { usual: 50, most: 85 } as const;
const SOURCES = { usual: 5, most: 10 } as const;
const USUAL_QUESTION_TOKENS = 100;
/** Three earlier questions and answers, shortened by `prompt.ts`: 2,700 characters at `CHARS_PER_TOKEN`. */
const HISTORY_TOKENS = 1350;
/** The style that the calling program requests: 1,000 characters, and the heading above them. */
const STYLE_TOKENS = 530;
/** English has four characters per token, Chinese about one; long questions in Chinese are rare. */
const CHARS_PER_TOKEN = 2;
const ANSWER_TOKENS = { usual: 500, most: 1500 } as const;
/** Estimates are for one tokenizer; small models may need up to a quarter more tokens. */
const TOKENIZER_MARGIN = 1.25;

/** The context window for prompts within these limits. */
export function windowNeed({ contextTokens, maxQueryChars }: PromptLimits): WindowNeed {
  const text = contextTokens + FIXED_TOKENS;
  const usual = SOURCES.usual * SOURCE_HEAD_TOKENS.usual + USUAL_QUESTION_TOKENS + ANSWER_TOKENS.usual;
  const rest =
    SOURCES.most * SOURCE_HEAD_TOKENS.most + HISTORY_TOKENS + STYLE_TOKENS + maxQueryChars / CHARS_PER_TOKEN;
  return {
    least: text + usual,
    most: Math.ceil(text * TOKENIZER_MARGIN + rest + ANSWER_TOKENS.most),
  };
}

/** The window for a prompt of this many estimated tokens and a long answer. */
export function windowFor(promptTokens: number): number {
  return Math.ceil(promptTokens * TOKENIZER_MARGIN + ANSWER_TOKENS.most);
}

/** The maximum amount of source text, in tokens, that fits into a window of this size; 0 if none does. */
export function contextTokensFor(windowTokens: number): number {
  const spare = windowTokens - windowNeed({ contextTokens: 0, maxQueryChars: 0 }).least;
  return Math.max(0, Math.floor(spare / 100) * 100);
}
