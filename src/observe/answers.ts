import type { Answer } from '../core/answer.ts';
import type { Attempt, SlotPosition } from '../core/attempt.ts';
import type { Timing } from '../core/events.ts';
import { type Failure, type FailureCode, type Fault, faultWords, withAddress } from '../core/failure.ts';
import type { ObserveAnswer } from '../core/run.ts';
import type { SlotStatus } from '../core/status.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Where observers write. The log gets a question only at the level `debug`. */
type Outputs = { readonly log: Log; readonly metrics: Metrics };

/** Failures with an outcome of their own; every other failure counts as `failed`. */
const OUTCOMES: Partial<Record<FailureCode, string>> = {
  cancelled: 'left',
  overloaded: 'refused',
  stopping: 'stopped',
};

const outcomeOfFailure = ({ code }: Failure) => OUTCOMES[code] ?? 'failed';

/** Logs one line for each caller of an answer, and measures how it ends and when its first words come. */
export function observeCallers({ log, metrics }: Outputs): ObserveAnswer {
  return ({ question: { id: requestId, text, depth } }) => {
    const tookMs = startClock();
    // If nothing else is seen, the caller has left.
    let outcome = 'left';
    let fromCache = false;
    let hasText = false;
    let cost: number | undefined;
    log.debug({ requestId, question: text }, 'asked');
    return {
      see(event) {
        if (event.type === 'answer-delta' && !hasText) {
          hasText = true;
          metrics.answerFirstText.observe(tookMs() / 1000);
        }
        if (event.type === 'usage') ({ cost } = event);
        if (event.type !== 'answer-end') return;
        const { slot, sources, model, tokensUsed, error, kept } = event.answer;
        outcome = outcomeOf(event.answer);
        fromCache = (kept?.ageMs ?? 0) > 0;
        const slots = [...new Set(sources.flatMap((source) => source.slot ?? []))];
        const found = { slot, slots, sources: sources.length };
        const written = { model, tokensUsed, cost, error, ageMs: kept?.ageMs };
        log.info({ requestId, ...found, ...written, tookMs: Math.round(tookMs()) }, 'answered');
      },
      end(failure) {
        const seconds = tookMs() / 1000;
        const facts = { requestId, tookMs: Math.round(seconds * 1000) };
        if (failure !== null) {
          log.warn({ ...facts, code: failure.code, reason: failure.message }, 'not answered');
          outcome = outcomeOfFailure(failure);
        } else if (outcome === 'left') log.info(facts, 'abandoned by its caller');
        const labels = { outcome, from_cache: String(fromCache) };
        metrics.answerDuration.observe(labels, seconds);
        if (depth === 'deep') metrics.deepDuration.observe(labels, seconds);
      },
    };
  };
}

/** The same for each caller who gets evidence without an answer. */
export function observeGatherings({ log, metrics }: Outputs): ObserveAnswer {
  return ({ question: { id: requestId, text } }) => {
    const tookMs = startClock();
    // If nothing else is seen, the caller has left.
    let outcome = 'left';
    let sources = 0;
    log.debug({ requestId, question: text }, 'asked for sources');
    return {
      see(event) {
        if (event.type === 'search-end' && !event.trail.some(isSearched)) outcome = 'failed';
        if (event.type !== 'sources') return;
        sources = event.sources.length;
        outcome = sources > 0 ? 'grounded' : 'without_sources';
      },
      end(failure) {
        const seconds = tookMs() / 1000;
        const facts = { requestId, tookMs: Math.round(seconds * 1000) };
        if (failure === null) log.info({ ...facts, sources }, 'gathered');
        else {
          log.warn({ ...facts, code: failure.code, reason: failure.message }, 'not gathered');
          outcome = outcomeOfFailure(failure);
        }
        metrics.gatherDuration.observe({ outcome }, seconds);
      },
    };
  };
}

function startClock(): () => number {
  const startedAtMs = performance.now();
  return () => performance.now() - startedAtMs;
}

/** How an answer ended that its caller got. */
export function outcomeOf({ error, sources }: Answer): string {
  if (error !== null) return 'degraded';
  return sources.length > 0 ? 'grounded' : 'without_sources';
}

function isSearched({ status }: Attempt): boolean {
  return status === 'ok' || status === 'empty';
}

/** The label of each step, by the field of `Timing` that has its duration. */
const STEPS = {
  searchMs: 'search',
  readMs: 'read',
  selectMs: 'select',
  writeMs: 'write',
  checkMs: 'check',
  renderMs: 'render',
} as const satisfies Partial<Record<keyof Timing, string>>;
const STEP_KEYS = Object.keys(STEPS) as readonly (keyof typeof STEPS)[];

/**
 * Logs each failure on the way to an answer, measures each step, and counts and traces each page: once for all
 * callers that share the answer.
 */
export function observeSteps({ log, metrics }: Outputs): ObserveAnswer {
  return ({ question: { id: requestId }, trace }) => ({
    see(event) {
      switch (event.type) {
        case 'search-end':
          for (const { slot, status, cause } of event.trail)
            if (status === 'failed') log.warn({ requestId, slot, cause }, 'search failed');
          return;
        case 'write-failure': {
          const { code, message, cause, address } = event.failure;
          log.warn({ requestId, code, reason: message, address, err: cause }, 'writing failed');
          return;
        }
        case 'page-read':
        case 'page-skip': {
          const outcome = event.type === 'page-read' ? 'read' : 'skipped';
          const reason = event.type === 'page-read' ? '' : pageReasonClass(event.reason);
          metrics.pages.inc({ outcome, reason });
          const endMs = performance.now();
          const facts = { 'sayso.outcome': outcome, 'sayso.reason': reason };
          trace.past('read page', facts, { startMs: endMs - event.tookMs, endMs });
          return;
        }
        case 'usage':
          metrics.answerTokens.observe({ depth: event.depth }, event.tokens);
          metrics.answerCalls.inc({ depth: event.depth }, event.calls);
          if (event.cost !== undefined) metrics.answerCost.inc({ depth: event.depth }, event.cost);
          return;
        case 'timing':
          for (const key of STEP_KEYS)
            metrics.stepDuration.observe({ step: STEPS[key] }, event.timing[key] / 1000);
      }
    },
  });
}

/** Classes of reasons for skipping a page; the first whose words occur in the reason is used. */
const pageReasons: readonly (readonly [name: string, words: RegExp])[] = [
  ['too_late', /arrive in time|no answer within|took too long|no connection in time/],
  ['status', /answered with status/],
  ['not_public', /is not public|user name|only http/],
  ['redirect', /redirects/],
  ['too_large', /larger than|unpacks to|too much memory/],
  ['kind', /content type|encoding|decompress|PDF|is not read|is not text/],
  ['no_text', /shows no text|is empty/],
  ['unreadable', /could not be read/],
  ['connection', /connection|host|name server|TLS|HTTP/],
];

/** The class of a reason in words, which may contain a status or a host and are no metrics. */
export function pageReasonClass(reason: string): string {
  return pageReasons.find(([, words]) => words.test(reason))?.[0] ?? 'other';
}

type ObservedSlot = {
  readonly position: SlotPosition;
  readonly label: string;
  readonly suspension: {
    readonly openedBy: Fault | null;
    readonly restMs: number;
    onOpen(listener: () => void): void;
  };
};

/**
 * Measures the state of each slot, and logs one line for each suspension: a slot that hangs is overtaken, and no
 * answer mentions it.
 */
export function observeSlots(
  slots: readonly ObservedSlot[],
  { log, metrics }: Outputs,
  read: () => readonly SlotStatus[],
): void {
  for (const { position: slot, label, suspension } of slots)
    suspension.onOpen(() => {
      const fault = suspension.openedBy ?? { cause: '' };
      const cause = `${label}: ${faultWords(withAddress(fault))}`;
      log.warn({ slot, cause, restMs: Math.ceil(suspension.restMs) }, 'slot suspended');
    });
  metrics.breakerState(() =>
    read().flatMap(({ position, state }) =>
      (['closed', 'half-open', 'open'] as const).map(
        (each) => [{ search_engine: position, state: each }, Number(each === state)] as const,
      ),
    ),
  );
  metrics.callsLeft(() =>
    read().flatMap(({ position, callsLeft = [] }) =>
      callsLeft.map(({ period, left }) => [{ search_engine: position, period }, left] as const),
    ),
  );
}
