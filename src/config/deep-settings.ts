import { integer } from './setting.ts';

/** The settings of deep answers. */
export const deepSettings = {
  deepDeadlineMs: integer({
    name: 'DEEP_DEADLINE_MS',
    fallback: null,
    min: 1,
    max: 14_400_000,
    shownDefault: 'three times ANSWER_DEADLINE_MS: 90000; 450000 for ollama; at least 90000',
    help: 'Time limit for a deep answer, in milliseconds. See docs/deep.md.',
  }),
  deepTokens: integer({
    name: 'DEEP_TOKENS',
    fallback: 15_000,
    min: 1000,
    max: 1_000_000,
    help: 'Maximum number of tokens of all model calls of a deep answer, prompts and replies together.',
  }),
  maxConcurrentDeep: integer({
    name: 'MAX_CONCURRENT_DEEP',
    fallback: 16,
    min: 1,
    max: 1_000_000,
    help:
      'Maximum number of deep answers at a time, which do not count towards MAX_CONCURRENT_ANSWERS. ' +
      'Further questions wait in a short queue or get 503 with Retry-After.',
  }),
} as const;
