import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The first moment of every replay. */
const START_MS = Date.UTC(2026, 10, 22, 12);
const SystemDate = Date;
let nowMs = START_MS;
let ids = 0;

/** Longer than any failure is remembered, so that requests do not depend on each other. */
const BETWEEN_MS = 3 * 3_600_000;
const IDS_OF_A_REQUEST = 1000;

/**
 * Sets the clock and the ids to those of a request, whichever were sent before it. The clock stands still
 * otherwise, so that no reply depends on the speed of the machine. Timers run as usual.
 */
export function beginRequest(at: number): void {
  nowMs = START_MS + (at + 1) * BETWEEN_MS;
  ids = at * IDS_OF_A_REQUEST;
}

class FixedDate extends SystemDate {
  constructor(...given: readonly unknown[]) {
    // The constructor of Date takes more forms than one signature can say.
    super(...((given.length === 0 ? [nowMs] : given) as [number]));
  }

  static override now(): number {
    return nowMs;
  }
}

// Imported before the service: from here on, this process has one time zone, one time and countable ids.
process.env.TZ = 'UTC';
globalThis.Date = FixedDate as DateConstructor;
performance.now = () => nowMs - START_MS;
crypto.randomUUID = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
crypto.randomBytes = ((size: number) => Buffer.alloc(size, ++ids % 251)) as typeof crypto.randomBytes;
syncBuiltinESMExports();
