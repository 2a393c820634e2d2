/** Memory that several pieces of work share. */
export type ByteBudget = {
  /** Takes so many bytes; false when there are not enough left, and then nothing is taken. */
  take(bytes: number): boolean;
  /** Gives back what was taken. */
  giveBack(bytes: number): void;
};

/** A budget of `maxBytes` for all who share it. Nobody waits: work that gets nothing has to do without. */
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
