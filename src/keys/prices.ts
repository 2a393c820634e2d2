import { ownValue } from '@sayso/text/own-value.ts';
import { z } from 'zod';
import type { Usage } from '../core/usage.ts';

/** A price above this is a mistake, and sums of far larger ones would be no numbers. */
const MOST = 1_000_000;
const amount = z.number('write an amount such as 0.15').nonnegative().max(MOST);
/** What a million tokens of a prompt and of a reply cost. */
export const price = z.strictObject({ input: amount, output: amount });
type Price = z.infer<typeof price>;

/** The prices of an operator, by the names of models. */
type OwnPrices = ReadonlyMap<string, Price>;

/** A model as the settings and its server name it. */
type PricedModel = { readonly provider: string; readonly name: string };

/**
 * The prices of well-known models in US dollars, as of October 2026, by provider: a server of your own may give
 * its model any name. For prompts as long as those of Sayso, without discounts for cached prompts.
 */
const KNOWN: Readonly<Record<string, Readonly<Record<string, Price>>>> = {
  openai: {
    'gpt-6-luna': { input: 0.1, output: 0.5 },
    'gpt-6-sol': { input: 2, output: 10 },
    'gpt-6.1-sol': { input: 2, output: 10 },
  },
  anthropic: {
    'claude-haiku-5-5': { input: 0.1, output: 0.5 },
    'claude-sonnet-5-5': { input: 2, output: 10 },
    'claude-opus-5-5': { input: 4, output: 20 },
  },
  google: { 'gemini-3.5-flash-lite': { input: 0.3, output: 2.5 } },
  mistral: { 'mistral-small-latest': { input: 0.15, output: 0.6 } },
};
/** The date of a release of a model. */
const RELEASE = /-\d{4}-?\d{2}-?\d{2}$/;

/** The price of a model; null if it is not known. The operator's prices go first. */
export function priceOf(
  { provider, name }: PricedModel,
  { prices, currency }: { readonly prices: OwnPrices; readonly currency: string },
): Price | null {
  const own = prices.get(name);
  if (own !== undefined || currency !== 'USD') return own ?? null;
  const known = ownValue(KNOWN, provider) ?? {};
  return ownValue(known, name) ?? ownValue(known, name.replace(RELEASE, '')) ?? null;
}

/** What tokens cost; where it is not known which were the reply, the dearer price counts. */
export function costOf({ tokens, split }: Usage, { input, output }: Price): number {
  const millionths =
    split === undefined ? tokens * Math.max(input, output) : split.input * input + split.output * output;
  return millionths / 1_000_000;
}
