import { byDepth } from '../../core/depth.ts';
import { type Party, workFor } from '../../core/party.ts';
import type { Service } from '../../core/service.ts';
import type { ServiceWithDocumentUrls } from '../../documents/document-urls.ts';

/**
 * The units of work that a question counts as; a deep answer has up to eight searches and five model calls.
 */
const UNITS = { quick: 1, deep: 5 } as const;

/** The number of texts to rank or to embed that count as one; a model gets about as many in one call. */
const TEXTS_PER_UNIT = 30;

/** The functions whose work is done for the caller of one request. */
export type ServiceOfCaller = ServiceWithDocumentUrls &
  Pick<Service, 'chooseAnswer' | 'scorePassages' | 'embedTexts'>;

/** Whose requests are served, and how their work is counted. */
export type CallerOptions = {
  readonly party: Party;
  /** Counts units of work beyond the first, which was counted when the request arrived. May reject. */
  charge(units: number): Promise<void>;
};

/**
 * Wraps the functions for one request: what they do is done for its party, and each answer, search and page
 * is counted, and every 30 texts, so that a request that causes much work counts as much as the same work in
 * many requests. A choice among functions is part of the answer that follows or replaces it.
 */
export function serviceOfCaller(service: ServiceOfCaller, { party, charge }: CallerOptions): ServiceOfCaller {
  const { answer, gather, search, read, chooseAnswer, scorePassages, embedTexts } = service;
  let unitsSoFar = 0;

  /** Null if nothing has to be counted, which is the usual case. */
  function charging(units: number, signal: AbortSignal): (() => Promise<void>) | null {
    workFor(party, signal);
    const counted = Math.max(1, unitsSoFar);
    unitsSoFar += units;
    const due = unitsSoFar - counted;
    return due > 0 ? () => charge(due) : null;
  }

  return {
    answer(question, signal, endEarly) {
      const pay = charging(byDepth(question.depth, UNITS), signal);
      return afterPayment(pay, () => answer(question, signal, endEarly));
    },
    gather(question, signal) {
      return afterPayment(charging(UNITS.quick, signal), () => gather(question, signal));
    },
    async search(request, signal) {
      await charging(1, signal)?.();
      return search(request, signal);
    },
    read:
      read &&
      (async (url, signal) => {
        await charging(1, signal)?.();
        return read(url, signal);
      }),
    chooseAnswer:
      chooseAnswer &&
      ((request, signal) => {
        workFor(party, signal);
        return chooseAnswer(request, signal);
      }),
    async scorePassages(task, signal) {
      await charging(Math.ceil(task.passages.length / TEXTS_PER_UNIT), signal)?.();
      return scorePassages(task, signal);
    },
    embedTexts:
      embedTexts &&
      (async (task, signal) => {
        await charging(Math.ceil(task.texts.length / TEXTS_PER_UNIT), signal)?.();
        return embedTexts(task, signal);
      }),
  };
}

/** Begins at once if nothing has to be counted. */
function afterPayment<Value, Result>(
  pay: (() => Promise<void>) | null,
  begin: () => AsyncGenerator<Value, Result>,
): AsyncGenerator<Value, Result> {
  return pay === null ? begin() : after(pay, begin);
}

async function* after<Value, Result>(
  wait: () => Promise<void>,
  begin: () => AsyncGenerator<Value, Result>,
): AsyncGenerator<Value, Result> {
  await wait();
  return yield* begin();
}
