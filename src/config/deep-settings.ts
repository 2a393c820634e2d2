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
      'Time limit for a deep answer, in milliseconds. With `auto`, a slow model gets more time, from ' +
      '90000 to 900000; `auto` needs CONTEXT_TOKENS=auto. See docs/deep.md.',
  }),
  deepTokens: integer({
    name: 'DEEP_TOKENS',
    fallback: 15_000,
    min: 1000,
    max: 1_000_000,
    help:
      'Maximum number of tokens for all model calls of a deep answer. Tokens of prompts and of replies ' +
      'count.',
  }),
  maxConcurrentDeep: integer({
    name: 'MAX_CONCURRENT_DEEP',
    fallback: 16,
    min: 1,
    max: 1_000_000,
    help:
      'Maximum number of deep answers at a time, in addition to MAX_CONCURRENT_ANSWERS. Further ' +
      'questions wait in a short queue or get 503 with Retry-After.',
  }),
} as const;
