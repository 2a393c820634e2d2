import type { ByteBudget } from '../admission/byte-budget.ts';
import type { Party } from '../core/party.ts';

/** The memory that one fetch holds; after its release, no more can be reserved. */
export function createReservation(budget: ByteBudget, party: Party) {
  let heldBytes = 0;
  let isReleased = false;
  return {
    reserve(bytes: number): boolean {
      // A body that still arrives after the fetch has ended must not reserve memory, because nobody would
      // release it.
      const isReserved = !isReleased && budget.take(bytes, party);
      if (isReserved) heldBytes += bytes;
      return isReserved;
    },
    release() {
      isReleased = true;
      budget.giveBack(heldBytes, party);
    },
  };
}
