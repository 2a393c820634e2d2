import { timeShareMs } from '../core/budget.ts';
import { remainingMs } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Answerer, Caller, Errand } from '../core/run.ts';
import type { Service } from '../core/service.ts';
import type { PageResult } from '../core/source.ts';
import { AnswerPermits, type PermitOptions } from './answer-permits.ts';
import { FairQueue } from './fair-queue.ts';

/** How long a caller is asked to wait if the process is short of CPU time or memory, in milliseconds. */
const OVERLOADED_RETRY_AFTER_MS = 5000;

/** Admits work while there are places for it. */
type Admission = {
  readonly places: Pick<AnswerPermits, 'take' | 'running' | 'waiting'>;
  /** True while the process is short of CPU time or memory: nothing new is admitted then. */
  isOverloaded(): boolean;
};

/**
 * Limits answers, or the gathering of evidence, to as many runs at a time as there are places. Beyond that limit, and whenever the process is
 * overloaded, it throws a Failure `overloaded`; work in progress continues.
 */
export function admitAnswers(
  next: Answerer,
  { admissions }: { readonly admissions: Pick<Admissions, 'answers' | 'deep'> },
): Answerer {
  return async function* admitted(run) {
    const { depth, deadlineAtMs } = run.question;
    const admission = depth === 'deep' ? admissions.deep : admissions.answers;
    const giveBack = await admit(admission, remainingMs(deadlineAtMs), run);
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
type AdmissionsOptions = Omit<PermitOptions, 'queueTimeoutMs'> & Pick<Admission, 'isOverloaded'>;

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
    places: new AnswerPermits({ ...permits, queueTimeoutMs: QUEUE_TIMEOUT_MS }),
    isOverloaded,
  });
  return {
    answers: create({ count, onWaited }),
    deep: create({ count: deepPlaces(count) }),
    reading: create({ count, maxPerCaller: Math.ceil(count / 2) }),
  };
}

/** The units of work of a question; a deep answer has up to eight searches and five calls. */
const UNITS = { quick: 1, deep: 5 } as const;

/**
 * Counts the work of each answer against its caller's rate, so that a request that causes much work counts as
 * much as the same work in many requests. Refuses a depth that the caller's key does not allow.
 */
export function chargeAnswers(next: Answerer): Answerer {
  return (run) => {
    const { caller, question } = run;
    const depth = question.depth ?? 'quick';
    const charges =
      caller.depths?.includes(depth) === false
        ? Promise.reject(new Failure('not-allowed', `This key does not allow ${depth} answers.`))
        : (caller.charge?.(UNITS[depth]) ?? null);
    return charges === null ? next(run) : after(charges, () => next(run));
  };
}

/** The same for calls. */
export function chargeCalls<Task, Result>(
  call: (task: Task, errand: Errand) => Promise<Result>,
  unitsOf: (task: Task) => number,
): (task: Task, errand: Errand) => Promise<Result> {
  return async (task, errand) => {
    await errand.caller.charge?.(unitsOf(task));
    return call(task, errand);
  };
}

function after<Value>(charges: Promise<void>, begin: () => AsyncGenerator<Value>): AsyncGenerator<Value> {
  // A caller who never reads the events must not leave a rejection that nobody handles.
  charges.catch(() => undefined);
  return (async function* begun() {
    await charges;
    yield* begin();
  })();
}

/** The maximum number of pages that are read at a time for one request. */
const MAX_AT_ONCE = 4;

type Visit = { readonly admitted: ReturnType<typeof admit>; readonly turns: FairQueue; pages: number };

/**
 * Reads pages whose addresses come from a caller. Each request takes one place, however many pages it reads,
 * and reads at most four at a time. It waits for its place within the time that an answer has for its pages.
 */
export function readWithPermit(
  read: (url: string, signal: AbortSignal, options: { readonly caller: Caller }) => Promise<PageResult>,
  timeoutMs: number,
  admission: Admission,
): NonNullable<Service['read']> {
  const visits = new Map<Caller, Visit>();

  function begin(errand: Errand): Visit {
    const turns = new FairQueue({ width: MAX_AT_ONCE });
    return { admitted: admit(admission, timeoutMs, errand), turns, pages: 0 };
  }

  async function leave(visit: Visit, caller: Caller): Promise<void> {
    if (--visit.pages > 0) return;
    visits.delete(caller);
    (await visit.admitted)();
  }

  return async (url, errand) => {
    const { caller, signal } = errand;
    const visit = visits.get(caller) ?? begin(errand);
    visits.set(caller, visit);
    visit.pages++;
    try {
      await visit.admitted;
      const endTurn = await visit.turns.take(caller, signal);
      return await read(url, signal, { caller }).finally(endTurn);
    } finally {
      await leave(visit, caller);
    }
  };
}
