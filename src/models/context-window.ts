/** The length of a long answer. */
export const LONG_ANSWER_TOKENS = 1500;
/** Estimates are for one tokenizer; small models may need up to a quarter more tokens. */
export const TOKENIZER_MARGIN = 1.25;

/** The required size of a model's context window for prompt and answer, in tokens. */
export type WindowNeed = {
  /** The window for a short question with a short answer. With a smaller window, sources are lost. */
  readonly min: number;
  /** The part of `min` that is not source text. */
  readonly frame: number;
  /** The window for a long answer to the longest question in a conversation. */
  readonly max: number;
};

/** The window for a prompt of this many estimated tokens and a long answer. */
export function windowFor(promptTokens: number): number {
  return Math.ceil(promptTokens * TOKENIZER_MARGIN + LONG_ANSWER_TOKENS);
}

/**
 * The maximum amount of source text, in tokens, that fits into a window of this size; 0 if none does.
 * @param frame the tokens of everything else
 */
export function contextTokensFor(windowTokens: number, { frame }: Pick<WindowNeed, 'frame'>): number {
  const spare = windowTokens - frame;
  return Math.max(0, Math.floor(spare / 100) * 100);
}
