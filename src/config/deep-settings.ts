import { integerOrAuto } from './setting.ts';

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
} as const;
