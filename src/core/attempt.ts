import type { ScopePart } from './scope.ts';

/** The position of a slot; slots are asked in this order. The fourth are the collections, beside the others. */
export type SlotPosition = 1 | 2 | 3 | 4;

/** The result of one slot in one search. */
export type Attempt = {
  readonly slot: SlotPosition;
  /** `skipped`: not called after failures, or used up. `overtaken`: cancelled for a faster slot. */
  readonly status: 'ok' | 'empty' | 'failed' | 'skipped' | 'overtaken';
  /** For a failed or skipped slot: its name and the cause, without secrets. Otherwise empty. */
  readonly cause: string;
  /** The kind of failure of a failed or skipped slot; absent for others. */
  readonly reason?: FailedReason;
  /** Which of the caller's documents were not searched, and why; absent if all were. */
  readonly leftOut?: string;
  readonly tookMs: number;
  /** The parts of the scope that the slot could not respect; absent if there are none. */
  readonly ignored?: readonly ScopePart[];
};

/** The kinds of failure of a back-end. */
export const FAILED_REASONS = [
  'configuration',
  'rate',
  'blocked',
  'timeout',
  'network',
  'protocol',
  'upstream',
  'bad-parameter',
] as const;

/** The reason why a back-end failed; it decides who can fix the failure and when to try again. */
export type FailedReason = (typeof FAILED_REASONS)[number];
