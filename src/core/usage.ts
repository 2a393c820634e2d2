import type { FailureCode } from './failure.ts';

/** The tokens of a prompt and of its reply. */
type TokenSplit = { readonly input: number; readonly output: number };

/** Prompt and completion tokens together, and each on its own where both are known. */
export type Usage = { readonly tokens: number; readonly split?: TokenSplit };

/** The usage of a call whose prompt and completion tokens are known separately. */
export function toUsage(split: TokenSplit): Usage {
  return { tokens: split.input + split.output, split };
}

/** The sum of two usages. If one of the two has no split, the sum has none either. */
export function addUsage(one: Usage, other: Usage): Usage {
  if (one.split === undefined || other.split === undefined) return { tokens: one.tokens + other.tokens };
  return toUsage({
    input: one.split.input + other.split.input,
    output: one.split.output + other.split.output,
  });
}

/** A prompt of which the model's server read only the end, and reported no error. */
export type CutPrompt = { readonly sentTokens: number; readonly readTokens: number };

/** Observes one call of a model. */
export type CallObserver = {
  /** Called with the first text. */
  begin(): void;
  /**
   * Called once. `errorType` is empty after a whole reply, `cancelled` if its reader left; `usage` is null if
   * the API did not accept the call.
   */
  end(errorType: FailureCode | '', usage: Usage | null): void;
};
