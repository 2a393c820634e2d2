import { byDepth } from '../../core/question.ts';
import { attributeTo, type Requester } from '../../core/requester.ts';
import type { Service } from '../../core/service.ts';
import type { ServiceWithDocumentUrls } from '../../documents/document-urls.ts';

/** The units of work of a question; a deep answer has up to eight searches and five calls. */
const UNITS = { quick: 1, deep: 5 } as const;

/** The number of texts to rank that count as one; a model gets about as many in one call. */
const TEXTS_PER_UNIT = 30;

/** The functions whose work is done for the caller of one request. */
export type ServiceOfCaller = ServiceWithDocumentUrls & Pick<Service, 'scorePassages'>;

/** Whose requests are served, and how their work is counted. */
export type CallerOptions = {
  /** The caller and its request, for the queues. */
  readonly requester: Requester;
  /** Counts units of work beyond the first, which was counted when the request arrived. May reject. */
  charge(units: number): Promise<void>;
};

/**
 * Wraps the functions for one request: what they do is done for its requester, and each answer, search and
 * page is counted, and every 30 texts, so that a request that causes much work counts as much as the same
 * work in many requests.
 */
export function serviceOfCaller(
  service: ServiceOfCaller,
  { requester, charge }: CallerOptions,
): ServiceOfCaller {
  const { answer, gather, search, read, scorePassages } = service;
  let unitsSoFar = 0;

  /** Null if nothing has to be counted, which is the usual case. */
  function charging(units: number, signal: AbortSignal): Promise<void> | null {
    attributeTo(requester, signal);
    const counted = Math.max(1, unitsSoFar);
    unitsSoFar += units;
    return unitsSoFar > counted ? charge(unitsSoFar - counted) : null;
  }
  function charged<Task, Result>(
    act: (task: Task, signal: AbortSignal) => Promise<Result>,
    unitsOf: (task: Task) => number,
  ): (task: Task, signal: AbortSignal) => Promise<Result> {
    return async (task, signal) => {
      await charging(unitsOf(task), signal);
      return act(task, signal);
    };
  }

  return {
    answer(question, signal, endEarly) {
      const charges = charging(byDepth(question.depth, UNITS), signal);
      return afterwards(charges, () => answer(question, signal, endEarly));
    },
    gather: (question, signal) => afterwards(charging(1, signal), () => gather(question, signal)),
    search: charged(search, () => 1),
    read: read && charged(read, () => 1),
    scorePassages: charged(scorePassages, ({ passages }) => Math.ceil(passages.length / TEXTS_PER_UNIT)),
  };
}

/** Begins at once if there is nothing to wait for. */
function afterwards<Value, Result>(
  charges: Promise<void> | null,
  begin: () => AsyncGenerator<Value, Result>,
): AsyncGenerator<Value, Result> {
  if (charges === null) return begin();
  // A caller who never reads the events must not leave a rejection that nobody handles.
  charges.catch(() => undefined);
  return (async function* begun() {
    await charges;
    return yield* begin();
  })();
}
