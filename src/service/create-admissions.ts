import { type Admission, createAnswerPermits, type PermitOptions } from '../admission/admission.ts';
import type { Settings } from '../config/settings.ts';
import type { Instrumentation } from '../observe/instrumentation.ts';

/** Who is let in. Each kind of work has its own places, so that none of them holds up another. */
export type Admissions = {
  /** For answers and other work, up to the configured number. */
  readonly answers: Admission;
  /** For deep answers, up to a number of their own. */
  readonly deep: Admission;
  /** For requests that read pages: as many as for answers; one caller gets at most half of them. */
  readonly reading: Admission;
};

/** Creates free places, whose use is measured. Nothing is let in while the process is strained. */
export function createAdmissions(
  { maxConcurrentAnswers: count, maxConcurrentDeep, queueTimeoutMs }: Settings,
  { strain, onWaited, readPlaces }: Pick<Instrumentation, 'strain' | 'onWaited' | 'readPlaces'>,
): Admissions {
  const create = (options: Omit<PermitOptions, 'queueTimeoutMs'>) => ({
    places: createAnswerPermits({ ...options, queueTimeoutMs }),
    isStrained: () => strain.shortOf !== null,
  });
  const answers = create({ count, onWaited });
  const deep = create({ count: maxConcurrentDeep });
  readPlaces('answers', answers.places);
  readPlaces('deep', deep.places);
  return { answers, deep, reading: create({ count, mostOfCaller: Math.ceil(count / 2) }) };
}
