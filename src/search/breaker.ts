import { z } from 'zod';
import { storedMs } from '../cache/stored.ts';
import { FAILED_REASONS } from '../core/attempt.ts';
import { faultWords } from '../core/failure.ts';
import { parseBoundedJson } from '../lib/text/bounded-json.ts';
import { type Clock, Suspension } from '../net/suspension.ts';
import { type FailedOutcome, failed } from './backend.ts';

/** The suspension of a slot after failures, at this instance or at several. */
export type Breaker = Pick<
  Suspension<FailedOutcome>,
  'state' | 'restMs' | 'failedAtMs' | 'openedBy' | 'onOpen' | 'run'
> & {
  /** Null if the slot may be called now; otherwise the failure that suspended it, with its cause. */
  refusal(): FailedOutcome | null;
};

/** Creates a closed breaker. `net/wait-policy.ts` decides when it opens and for how long. */
export function createBreaker(now: Clock): Breaker {
  return new SlotBreaker(now);
}

class SlotBreaker extends Suspension<FailedOutcome> {
  refusal(): FailedOutcome | null {
    if (this.isCallable || this.openedBy === null) return null;
    const { openedBy, restMs } = this;
    const skipped = restMs === 0 ? 'while another question tries it again' : `for another ${inWords(restMs)}`;
    const { retryAfterMs: _, ...failure } = openedBy;
    const cause = `skipped ${skipped}: ${openedBy.cause}`;
    return { ...failure, cause, ...(restMs > 0 && { retryAfterMs: restMs }) };
  }
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** The board on which instances exchange reports about slots. */
export type SharedBreakerStates = {
  post(slot: string, text: string, lifetimeMs: number): void;
  /** The latest report of another instance, or null. */
  read(slot: string): string | null;
};

/** The longest rest that a report can cause: whoever writes to the store must not suspend a slot forever. */
const MAX_REST_MS = 24 * 3_600_000;
const MAX_CAUSE_CHARS = 500;
const schema = z.strictObject({
  reason: z.enum(FAILED_REASONS),
  cause: z.string().max(MAX_CAUSE_CHARS),
  untilMs: storedMs,
});
/** What an instance tells the others about a slot; `untilMs` is by the wall clock, which they share. */
type SlotReport = z.infer<typeof schema>;

/**
 * Wraps the breaker of a slot: reports to the other instances when it opens, and stays open while another
 * instance reports an open breaker. Once an attempt here has not failed, the report no longer counts.
 */
export function sharedBreaker(breaker: Breaker, slot: string, board: SharedBreakerStates): Breaker {
  let dismissed: string | null = null;
  let latest: { readonly text: string; readonly report: SlotReport | null } | null = null;

  breaker.onOpen(() => {
    const { openedBy, restMs } = breaker;
    if (openedBy === null || restMs <= 0) return;
    const report = { reason: openedBy.reason, cause: faultWords(openedBy), untilMs: Date.now() + restMs };
    board.post(slot, JSON.stringify(report satisfies SlotReport), restMs);
  });

  /** The report in effect and its remaining time; null if there is none, or a later call here has worked. */
  function current(): (SlotReport & { readonly leftMs: number }) | null {
    const text = board.read(slot);
    if (text === null || text === dismissed || breaker.state !== 'closed') return null;
    if (latest?.text !== text) latest = { text, report: parseReport(text) };
    const leftMs = Math.min(MAX_REST_MS, (latest.report?.untilMs ?? 0) - Date.now());
    return latest.report === null || leftMs <= 0 ? null : { ...latest.report, leftMs };
  }

  function refusal(): FailedOutcome | null {
    const own = breaker.refusal();
    const report = own === null ? current() : null;
    if (report === null) return own;
    return failed(report.reason, `skipped because another instance found: ${report.cause}`, report.leftMs);
  }

  return {
    get state() {
      return current() === null ? breaker.state : 'open';
    },
    get restMs() {
      return current()?.leftMs ?? breaker.restMs;
    },
    get failedAtMs() {
      return breaker.failedAtMs;
    },
    get openedBy() {
      return breaker.openedBy;
    },
    refusal,
    onOpen: (listener) => breaker.onOpen(listener),
    async run(call) {
      const text = board.read(slot);
      const outcome = await breaker.run(call);
      if (outcome.status !== 'failed') dismissed = text;
      return outcome;
    },
  };
}

function parseReport(text: string): SlotReport | null {
  try {
    return schema.parse(parseBoundedJson(text));
  } catch {
    return null;
  }
}
