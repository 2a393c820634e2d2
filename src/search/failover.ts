import { abortReason, type Deadline, startDeadline, untilAborted } from '../core/deadline.ts';
import type { Attempt, SearchEngine } from '../core/terms.ts';
import {
  type FailedOutcome,
  failed,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from './backend.ts';
import type { Search, SearchReport } from './search.ts';

/** A place for a back-end in the order of asking. */
export type Slot = {
  readonly engine: SearchEngine;
  /** How the operator knows it, without secrets: "primary (searxng at http://host)". */
  readonly label: string;
  readonly backend: SearchBackend;
  /** The most one question may take here, over all calls it needs. */
  readonly timeoutMs: number;
};

type Asked = { readonly slot: Slot; readonly outcome: SearchOutcome; readonly tookMs: number };

/**
 * One search over several back-ends: in order, the next one when a slot failed or found nothing. A slot that hangs,
 * ignores its signal or throws has failed; it takes at most its own time and, unless it is the last, half of what is
 * left. Breakers and hedging belong here too: `askSlot` is where a slot is asked, the loop is where the next one is.
 */
export function failover(slots: readonly Slot[]): Search {
  return async (query, budgetMs, signal) => {
    using budget = startDeadline(budgetMs, signal);
    const asked: Asked[] = [];
    for (const [position, slot] of slots.entries()) {
      if (signal.aborted) throw abortReason(signal);
      const leftMs = budget.remainingMs();
      if (leftMs <= 0) break;
      const shareMs = position === slots.length - 1 ? leftMs : leftMs / 2;
      const last = await askSlot(slot, query, Math.min(slot.timeoutMs, shareMs), signal);
      asked.push(last);
      if (last.outcome.status === 'ok') return report(last.outcome, slot.engine, asked);
    }
    return report(together(slots, asked), 'none', asked);
  };
}

async function askSlot(
  slot: Slot,
  query: SearchQuery,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Asked> {
  const startedAt = performance.now();
  using deadline = startDeadline(timeoutMs, signal);
  const outcome = await outcomeOf(slot.backend, query, deadline).catch((error: unknown) => {
    if (deadline.expired) return failed('timeout', `no answer within ${Math.round(timeoutMs)} ms`);
    if (signal.aborted) throw abortReason(signal);
    return failed('protocol', `unexpected error (${error instanceof Error ? error.name : typeof error})`);
  });
  return { slot, outcome, tookMs: Math.round(performance.now() - startedAt) };
}

async function outcomeOf(
  backend: SearchBackend,
  query: SearchQuery,
  deadline: Deadline,
): Promise<SearchOutcome> {
  const outcome = await untilAborted(backend.search(query, deadline.signal), deadline.signal);
  return outcome.status === 'ok' && outcome.hits.length === 0 ? { status: 'empty' } : outcome;
}

/** What slots of which none found anything come to. */
function together(slots: readonly Slot[], asked: readonly Asked[]): SearchOutcome {
  if (slots.length === 0) {
    return failed('configuration', 'no search back-end is configured: set SEARCH_PRIMARY_URL');
  }
  if (asked.some(({ outcome }) => outcome.status === 'empty')) return { status: 'empty' };
  const failures = asked.flatMap(({ slot, outcome }) =>
    outcome.status === 'failed' ? [{ slot, outcome }] : [],
  );
  const first = failures[0];
  if (first === undefined) return failed('timeout', 'no time was left to search');
  const causes = failures.map(({ slot, outcome }) => `${slot.label}: ${outcome.cause}`);
  return failed(first.outcome.reason, causes.join('; '), soonest(failures.map(({ outcome }) => outcome)));
}

function soonest(failures: readonly FailedOutcome[]): number | undefined {
  const waits = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return waits.length > 0 ? Math.min(...waits) : undefined;
}

function report(outcome: SearchOutcome, engine: SearchEngine, asked: readonly Asked[]): SearchReport {
  return { outcome, engine, trail: asked.map(toAttempt) };
}

function toAttempt({ slot, outcome, tookMs }: Asked): Attempt {
  return {
    engine: slot.engine,
    status: outcome.status,
    cause: outcome.status === 'failed' ? `${slot.label}: ${outcome.cause}` : '',
    tookMs,
  };
}
