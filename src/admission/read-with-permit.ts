import type { Caller } from '../core/caller.ts';
import type { Errand } from '../core/run.ts';
import type { PageRead, Service } from '../core/service.ts';
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
  read: (url: string, signal: AbortSignal, options: { readonly caller: Caller }) => Promise<PageRead>,
  timeoutMs: number,
  admission: Admission,
): NonNullable<Service['read']> {
  const visits = new Map<Caller, Visit>();

  function begin(errand: Errand): Visit {
    const turns = createFairQueue({ width: MAX_AT_ONCE });
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
