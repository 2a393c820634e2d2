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
