import { byDepth } from '../core/question.ts';
import type { Answerer, Errand } from '../core/run.ts';

/** The units of work of a question; a deep answer has up to eight searches and five calls. */
const UNITS = { quick: 1, deep: 5 } as const;

/**
 * Counts the work of each answer against its caller's rate, so that a request that causes much work counts as
 * much as the same work in many requests.
 */
export function chargeAnswers(next: Answerer): Answerer {
  return (run) => {
    const { caller, question } = run;
    const charges = caller.charge?.(byDepth(question.depth, UNITS)) ?? null;
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
