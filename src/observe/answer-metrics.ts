import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Answer } from '../core/answer.ts';
import type { Attempt } from '../core/attempt.ts';
import type { Timing } from '../core/events.ts';
import { type FailureCode, toFailure } from '../core/failure.ts';
import type { ObserveAnswer } from '../core/run.ts';
import type { SlotStatus } from '../core/status.ts';
import { addUsage, toUsage, type Usage } from '../core/usage.ts';
import type { Writer, WrittenPart } from '../write/writer.ts';
import type { Metrics } from './metrics.ts';

/** Failures with an outcome of their own; every other failure counts as `failed`. */
const OUTCOMES: Partial<Record<FailureCode, string>> = {
  cancelled: 'left',
  overloaded: 'refused',
  stopping: 'stopped',
};

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

/** Counts how answers end, how long they take and when their first words come, for each caller. */
export function measureAnswers(metrics: Metrics): ObserveAnswer {
  return ({ question: { depth } }) => {
    const startedAtMs = performance.now();
    const secondsSoFar = () => (performance.now() - startedAtMs) / 1000;
    // If nothing else is seen, the caller has left.
    let outcome = 'left';
    let fromCache = false;
    let hasText = false;
    return {
      see(event) {
        if (event.type === 'answer-delta' && !hasText) {
          hasText = true;
          metrics.answerFirstText.observe(secondsSoFar());
        }
        if (event.type !== 'answer-end') return;
        outcome = outcomeOf(event.answer);
        fromCache = (event.answer.kept?.ageMs ?? 0) > 0;
      },
      end(failure) {
        if (failure !== null) outcome = OUTCOMES[failure.code] ?? 'failed';
        const labels = { outcome, from_cache: String(fromCache) };
        metrics.answerDuration.observe(labels, secondsSoFar());
        if (depth === 'deep') metrics.deepDuration.observe(labels, secondsSoFar());
      },
    };
  };
}

/** Counts how gathering evidence without an answer ends, and how long it takes. */
export function measureGathers(metrics: Metrics): ObserveAnswer {
  return () => {
    const startedAtMs = performance.now();
    // If nothing else is seen, the caller has left.
    let outcome = 'left';
    return {
      see(event) {
        if (event.type === 'search-end' && !event.trail.some(isSearched)) outcome = 'failed';
        if (event.type === 'sources') outcome = event.sources.length > 0 ? 'grounded' : 'without_sources';
      },
      end(failure) {
        if (failure !== null) outcome = OUTCOMES[failure.code] ?? 'failed';
        metrics.gatherDuration.observe({ outcome }, (performance.now() - startedAtMs) / 1000);
      },
    };
  };
}

function isSearched({ status }: Attempt): boolean {
  return status === 'ok' || status === 'empty';
}

/** Measures each step and counts pages, once for all callers that share the answer. */
export function measureSteps(metrics: Metrics): ObserveAnswer {
  return () => ({
    see(event) {
      if (event.type === 'page-read') metrics.pages.inc({ outcome: 'read', reason: '' });
      if (event.type === 'page-skip')
        metrics.pages.inc({ outcome: 'skipped', reason: pageReasonClass(event.reason) });
      if (event.type === 'usage') {
        metrics.answerTokens.observe({ depth: event.depth }, event.tokens);
        metrics.answerCalls.inc({ depth: event.depth }, event.calls);
      }
      if (event.type !== 'timing') return;
      for (const key of STEP_KEYS)
        metrics.stepDuration.observe({ step: STEPS[key] }, event.timing[key] / 1000);
    },
  });
}

function outcomeOf({ error, sources }: Answer): string {
  if (error !== null) return 'degraded';
  return sources.length > 0 ? 'grounded' : 'without_sources';
}

/** Measures the call to each slot in one search. */
export function measureAttempts(metrics: Metrics, trail: readonly Attempt[]): void {
  for (const { slot, status, tookMs } of trail)
    metrics.searchDuration.observe({ search_engine: slot, outcome: status }, tookMs / 1000);
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

/** Registers the source of the breakers' states. */
export function measureBreakers(metrics: Metrics, read: () => readonly SlotStatus[]): void {
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

/** The metrics that count the calls of a model, and the name that they use. */
type Measuring = {
  readonly metrics: Metrics;
  /** The provider of the model, as OpenTelemetry names it: `openai`, `mistral_ai`. */
  readonly provider: string;
};

/** Wraps a writer and counts its calls, their duration, the time to their first words and tokens. */
export function measuredWriter(writer: Writer, measuring: Measuring): Writer {
  return {
    get name() {
      return writer.name;
    },
    needsSources: writer.needsSources,
    async *write(task, signal) {
      const { see, end } = startMeter(writer, measuring);
      // If nothing else is noted, its reader has left.
      let errorType = 'cancelled';
      try {
        for await (const part of writer.write(task, signal)) {
          see(part);
          yield part;
        }
        errorType = '';
      } catch (error) {
        errorType = toFailure(error).code;
        throw error;
      } finally {
        end(errorType);
      }
    },
  };
}

/** Watches one draft; `end` gets the code of the failure that ended it, empty if it is complete. */
function startMeter(writer: Writer, measuring: Measuring) {
  const startedAtMs = performance.now();
  const secondsSoFar = () => (performance.now() - startedAtMs) / 1000;
  let firstTextSeconds: number | null = null;
  let usage: Usage | null = null;
  /** Text that `usage` does not include. */
  let uncounted = '';
  return {
    see(part: WrittenPart) {
      if (part.type === 'text') {
        firstTextSeconds ??= secondsSoFar();
        uncounted += part.text;
      }
      if (part.type === 'usage') {
        usage = part;
        uncounted = '';
      }
    },
    end(errorType: string) {
      if (usage !== null && errorType !== '')
        usage = addUsage(usage, toUsage({ input: 0, output: estimateTokens(uncounted) }));
      recordCall(writer.name, measuring, { seconds: secondsSoFar(), firstTextSeconds, usage, errorType });
    },
  };
}

type Call = {
  readonly seconds: number;
  readonly firstTextSeconds: number | null;
  readonly usage: Usage | null;
  readonly errorType: string;
};

function recordCall(
  model: string,
  { metrics, provider }: Measuring,
  { seconds, firstTextSeconds, usage, errorType }: Call,
): void {
  const labels = {
    gen_ai_operation_name: 'chat',
    gen_ai_provider_name: provider,
    gen_ai_request_model: model,
  };
  metrics.modelDuration.observe({ ...labels, error_type: errorType }, seconds);
  if (firstTextSeconds !== null) metrics.modelFirstChunk.observe(labels, firstTextSeconds);
  if (usage === null) return;
  const { tokens, split } = usage;
  const recordTokens = (type: string, count: number) =>
    metrics.modelTokens.observe({ ...labels, gen_ai_token_type: type }, count);
  if (split === undefined) recordTokens('total', tokens);
  else {
    recordTokens('input', split.input);
    recordTokens('output', split.output);
  }
}
