import { Failure } from '../../core/failure.ts';

/** Prices of a million tokens, in any currency; null if they are not known. */
export type TokenPrices = { readonly input: number; readonly output: number } | null;

/** The tokens of one question, or of many. */
export type TokenCost = { readonly tokens: number; readonly answerTokens: number };

/** The most that a run may cost; null for no limit. */
export type SpendingLimits = { readonly maxTokens: number | null; readonly maxCost: number | null };

/** The cost of tokens, of which `answerTokens` are the model's own, in the prices' currency; null without. */
export function costOf({ tokens, answerTokens }: TokenCost, prices: TokenPrices): number | null {
  if (prices === null) return null;
  const output = Math.min(tokens, answerTokens);
  return ((tokens - output) * prices.input + output * prices.output) / 1_000_000;
}

/**
 * The sentence about the expected cost of a run. The cost leaves out the judge, which has prices of its own.
 * @param judgeTokens what a model judge takes for a question; 0 without one
 * @throws Failure if that is more than the limits allow
 */
export function estimateSpending(
  questions: number,
  each: TokenCost,
  { prices, ...limits }: SpendingLimits & { readonly prices: TokenPrices },
  judgeTokens = 0,
): string {
  const all = { tokens: questions * each.tokens, answerTokens: questions * each.answerTokens };
  const cost = costOf(all, prices);
  if (limits.maxCost !== null && cost === null)
    throw new Failure('invalid-question', '--max-cost needs the prices: --price-input and --price-output.');
  const price = cost === null ? '' : `, which cost about ${cost.toFixed(2)}`;
  const judged = questions * judgeTokens;
  const judge = judged === 0 ? '' : `; the judge takes about ${inWords(judged)} tokens`;
  const sentence = `${questions} questions take about ${inWords(all.tokens)} tokens${price}${judge}`;
  if (all.tokens + judged > (limits.maxTokens ?? Number.POSITIVE_INFINITY))
    throw new Failure('invalid-question', `${sentence}: more than --max-tokens. Ask fewer --questions.`);
  if ((cost ?? 0) > (limits.maxCost ?? Number.POSITIVE_INFINITY))
    throw new Failure('invalid-question', `${sentence}: more than --max-cost. Ask fewer --questions.`);
  return all.tokens + judged === 0 ? `${questions} questions; no model is called` : sentence;
}

/** Counts what a run has taken so far. */
export function startAccount({
  prices,
  maxTokens,
  maxCost,
}: SpendingLimits & { readonly prices: TokenPrices }) {
  const spent = { tokens: 0, answerTokens: 0 };
  return {
    add({ tokens, answerTokens }: { readonly tokens: number | null; readonly answerTokens: number }) {
      spent.tokens += tokens ?? 0;
      spent.answerTokens += answerTokens;
    },
    /** False once a limit is reached. */
    get hasRoom() {
      const cost = costOf(spent, prices) ?? 0;
      return (
        spent.tokens < (maxTokens ?? Number.POSITIVE_INFINITY) && cost < (maxCost ?? Number.POSITIVE_INFINITY)
      );
    },
  };
}

/** A number of tokens, rounded: `280`, `12,000`, `1.2 million`. */
function inWords(tokens: number): string {
  if (tokens < 1000) return `${tokens}`;
  if (tokens < 999_500) return `${Math.round(tokens / 1000)},000`;
  return `${(tokens / 1_000_000).toFixed(1)} million`;
}
