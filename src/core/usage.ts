import type { FailureCode } from './failure.ts';

/** The tokens of a prompt and of its reply. */
export type TokenSplit = { readonly input: number; readonly output: number };

/**
 * Prompt and completion tokens together, and each on its own where both are known. The cost is in the currency
 * of `KEYS_FILE`; absent without prices.
 */
export type Usage = { readonly tokens: number; readonly split?: TokenSplit; readonly cost?: number };

/** What models take for an answer; what has no price costs nothing. */
export type Amount = Required<Pick<Usage, 'tokens' | 'cost'>>;

/** What calls of models took together. */
export type Spent = Pick<Usage, 'tokens' | 'cost'> & { readonly calls: number };

/** The sum of what several steps took; a step that reports no calls made one if it used tokens. */
export function addSpent(...steps: readonly (Pick<Usage, 'tokens' | 'cost'> & Partial<Spent>)[]): Spent {
  const tokens = steps.reduce((sum, step) => sum + step.tokens, 0);
  const calls = steps.reduce((sum, step) => sum + (step.calls ?? Math.min(1, step.tokens)), 0);
  const cost = addCosts(...steps.map((step) => step.cost));
  return cost === undefined ? { tokens, calls } : { tokens, calls, cost };
}

function addCosts(...costs: readonly (number | undefined)[]): number | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, cost) => sum + cost, 0);
}

/** The usage of a call whose prompt and completion tokens are known separately. */
export function toUsage(split: TokenSplit): Usage {
  return { tokens: split.input + split.output, split };
}

/** The sum of two usages. If one of the two has no split, the sum has none either. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum = addCosts(one.cost, other.cost);
  const cost = sum === undefined ? {} : { cost: sum };
  if (one.split === undefined || other.split === undefined)
    return { tokens: one.tokens + other.tokens, ...cost };
  const input = one.split.input + other.split.input;
  return { ...toUsage({ input, output: one.split.output + other.split.output }), ...cost };
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
