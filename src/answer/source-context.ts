import type { SourceLimits } from '../core/budget.ts';
import type { SourceContext } from '../core/events.ts';

/** What a `sources` event says of limits that Sayso chose; nothing about those that were set. */
export function toSourceContext({ contextTokens: tokens, reason, isLoading }: SourceLimits): {
  readonly context?: SourceContext;
} {
  if (reason === undefined) return {};
  return { context: { tokens, reason, ...(isLoading && { loading: true }) } };
}
