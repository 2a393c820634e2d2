import type { Admission } from './admission.ts';
import { createAnswerPermits, type PermitOptions } from './answer-permits.ts';

/** Who is let in. Each kind of work has its own places, so that none of them holds up another. */
export type Admissions = {
  /** For answers and other work, up to the configured number. */
  readonly answers: Admission;
  /** For deep answers, up to a number of their own. */
  readonly deep: Admission;
  /** For requests that read pages: as many as for answers; one caller gets at most half of them. */
  readonly reading: Admission;
};

/** The number of places, for answers and for deep ones, and the longest wait. */
export type AdmissionsOptions = PermitOptions &
  Pick<Admission, 'isOverloaded'> & { readonly deepCount: number };

/** Creates free places; only waits for the place of an answer are reported. */
export function createAdmissions(options: AdmissionsOptions): Admissions {
  const { count, deepCount, queueTimeoutMs, onWaited, isOverloaded } = options;
  const create = (permits: Omit<PermitOptions, 'queueTimeoutMs'>) => ({
    places: createAnswerPermits({ ...permits, queueTimeoutMs }),
    isOverloaded,
  });
  return {
    answers: create({ count, ...(onWaited && { onWaited }) }),
    deep: create({ count: deepCount }),
    reading: create({ count, maxPerCaller: Math.ceil(count / 2) }),
  };
}
