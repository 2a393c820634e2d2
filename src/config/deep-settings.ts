import { integer, integerOrAuto } from './setting.ts';

/** The settings of deep answers. */
export const deepSettings = {
  deepDeadlineMs: integerOrAuto({
    name: 'DEEP_DEADLINE_MS',
    fallback: null,
    min: 1,
    max: 14_400_000,
    shownDefault: 'three times ANSWER_DEADLINE_MS, at least 90000; `auto` with CONTEXT_TOKENS=auto',
    help:
      'Time limit for a deep answer, in milliseconds. With `auto`, a slow model gets up to 900000; ' +
      'needs CONTEXT_TOKENS=auto.',
  }),
  deepTokens: integer({
    name: 'DEEP_TOKENS',
    fallback: 15_000,
    min: 1000,
    max: 1_000_000,
    help: 'Most tokens of all prompts and replies of a deep answer.',
  }),
  maxConcurrentDeep: integer({
    name: 'MAX_CONCURRENT_DEEP',
    fallback: 16,
    min: 1,
    max: 1_000_000,
    help: 'Most deep answers at a time, in addition to MAX_CONCURRENT_ANSWERS.',
  }),
} as const;
