import { requesterOf } from '../core/requester.ts';
import type { Service } from '../core/service.ts';
import { type Admission, admit } from './admission.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** The maximum number of pages that are read at a time for one request. */
const MAX_AT_ONCE = 4;

type Visit = { readonly admitted: ReturnType<typeof admit>; readonly turns: FairQueue; pages: number };

/**
 * Reads pages whose addresses come from a caller. Each request takes one place, however many pages it reads,
 * and reads at most four at a time. It waits for its place within the time that an answer has for its pages.
 */
export function readWithPermit(
  read: NonNullable<Service['read']>,
  timeoutMs: number,
  admission: Admission,
): NonNullable<Service['read']> {
  const visits = new Map<object, Visit>();

  function begin(signal: AbortSignal): Visit {
    const turns = createFairQueue({ width: MAX_AT_ONCE });
    return { admitted: admit(admission, timeoutMs, signal), turns, pages: 0 };
  }

  async function leave(visit: Visit, request: object): Promise<void> {
    if (--visit.pages > 0) return;
    visits.delete(request);
    (await visit.admitted)();
  }

  return async (url, signal) => {
    const { request } = requesterOf(signal);
    const visit = visits.get(request) ?? begin(signal);
    visits.set(request, visit);
    visit.pages++;
    try {
      await visit.admitted;
      const endTurn = await visit.turns.take(signal);
      return await read(url, signal).finally(endTurn);
    } finally {
      await leave(visit, request);
    }
  };
}
