import { timeShareMs } from '../core/budget.ts';
import { remainingMs } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import type { Answerer, Errand } from '../core/run.ts';
import { type AnswerPermits, createAnswerPermits, type PermitOptions } from './answer-permits.ts';

/** How long a caller is asked to wait if the process is short of CPU time or memory, in milliseconds. */
const OVERLOADED_RETRY_AFTER_MS = 5000;

/** Admits work while there are places for it. */
export type Admission = {
  readonly places: AnswerPermits;
  /** True while the process is short of CPU time or memory: nothing new is admitted then. */
  isOverloaded(): boolean;
};

/**
 * Limits answers, or the gathering of evidence, to as many runs at a time as there are places. Beyond that limit, and whenever the process is
 * overloaded, it throws a Failure `overloaded`; work in progress continues.
 */
export function admitAnswers(next: Answerer, admissionFor: (question: Question) => Admission): Answerer {
  return async function* admitted(run) {
    const giveBack = await admit(admissionFor(run.question), remainingMs(run.question.deadlineAtMs), run);
    try {
      yield* next(run);
    } finally {
      giveBack();
    }
  };
}

/**
 * Makes calls wait for a place each. A call gets the time that is left after the wait, in milliseconds.
 * @throws Failure `overloaded` as `admitAnswers` does
 */
export function admitCalls<Request extends { readonly timeoutMs: number }, Result>(
  call: (request: Request, errand: Errand) => Promise<Result>,
  admission: Admission,
): (request: Request, errand: Errand) => Promise<Result> {
  return async (request, errand) => {
    const startedAtMs = performance.now();
    const giveBack = await admit(admission, request.timeoutMs, errand);
    const timeoutMs = request.timeoutMs - (performance.now() - startedAtMs);
    try {
      return await call({ ...request, timeoutMs }, errand);
    } finally {
      giveBack();
    }
  };
}

/**
 * Waits for a place for work that may take `timeMs`, and returns how to give it back.
 * @throws Failure `overloaded` as `admitAnswers` does
 */
export async function admit(
  { places, isOverloaded }: Admission,
  timeMs: number,
  { caller, signal }: Errand,
): Promise<() => void> {
  if (isOverloaded()) {
    const message = 'The service is overloaded. Try again in a moment.';
    throw new Failure('overloaded', message, { retryAfterMs: OVERLOADED_RETRY_AFTER_MS });
  }
  return places.take(timeShareMs('place', timeMs), caller, signal);
}

/** Who is let in. Each kind of work has its own places, so that none of them holds up another. */
export type Admissions = {
  /** For answers and other work, up to the configured number. */
  readonly answers: Admission;
  /** For deep answers, up to a number of their own. */
  readonly deep: Admission;
  /** For requests that read pages: as many as for answers; one caller gets at most half of them. */
  readonly reading: Admission;
};

/** The number of places for answers, and what watches them. */
export type AdmissionsOptions = Omit<PermitOptions, 'queueTimeoutMs'> & Pick<Admission, 'isOverloaded'>;

/** The longest wait for a place, in milliseconds. */
const QUEUE_TIMEOUT_MS = 500;

/** The number of places for deep answers, of which each is five times the work: in addition to the others. */
export function deepPlaces(count: number): number {
  return Math.ceil(count / 16);
}

/** Creates free places; only waits for the place of an answer are reported. */
export function createAdmissions(options: AdmissionsOptions): Admissions {
  const { count, onWaited, isOverloaded } = options;
  const create = (permits: Omit<PermitOptions, 'queueTimeoutMs'>) => ({
    places: createAnswerPermits({ ...permits, queueTimeoutMs: QUEUE_TIMEOUT_MS }),
    isOverloaded,
  });
  return {
    answers: create({ count, ...(onWaited && { onWaited }) }),
    deep: create({ count: deepPlaces(count) }),
    reading: create({ count, maxPerCaller: Math.ceil(count / 2) }),
  };
}
