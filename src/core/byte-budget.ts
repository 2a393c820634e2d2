/** A memory budget that several tasks share. */
export type ByteBudget = {
  /** Reserves this many bytes; returns false, and reserves nothing, when fewer are left. */
  take(bytes: number): boolean;
  /** Returns reserved bytes to the budget. */
  giveBack(bytes: number): void;
};

/** A shared budget of `maxBytes`. There is no queue: if a task gets no memory, it must do without. */
export function createByteBudget(maxBytes: number): ByteBudget {
  let left = maxBytes;
  return {
    take(bytes) {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    giveBack(bytes) {
      left += bytes;
    },
  };
}
