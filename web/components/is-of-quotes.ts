import { installation } from '../browser/installation.ts';
import type { ShownExchange } from '../state/state.ts';

/** True if the answer consists of quotes, which no model wrote. */
export function isOfQuotes({ answer }: ShownExchange): boolean {
  return answer === null ? installation().writes === 'quotes' : answer.model === 'extractive';
}
