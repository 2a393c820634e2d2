/** A collection that returns its entries in a fixed order, whatever the order in which they were added. */
export type Heap<T> = {
  add(entry: T): void;
  /** Removes and returns the first entry; undefined if there is none. */
  take(): T | undefined;
  /** The first entry, which stays. */
  peek(): T | undefined;
};

/** A binary heap (J. Williams, "Heapsort", 1964). `isBefore` must be a strict order. */
export function createHeap<T>(isBefore: (one: T, other: T) => boolean): Heap<T> {
  const heap: T[] = [];
  return {
    peek: () => heap[0],
    add(entry) {
      let at = heap.length;
      heap.push(entry);
      while (at > 0) {
        const up = (at - 1) >> 1;
        const parent = heap[up];
        if (parent === undefined || !isBefore(entry, parent)) break;
        heap[at] = parent;
        at = up;
      }
      heap[at] = entry;
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return first;
      let at = 0;
      for (;;) {
        const left = heap[2 * at + 1];
        if (left === undefined) break;
        const right = heap[2 * at + 2];
        const isRight = right !== undefined && isBefore(right, left);
        const child = isRight ? right : left;
        if (!isBefore(child, last)) break;
        heap[at] = child;
        at = 2 * at + (isRight ? 2 : 1);
      }
      heap[at] = last;
      return first;
    },
  };
}
