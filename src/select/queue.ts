/** A sentence in a queue, by its page and its place there. */
export type Queued = { readonly page: number; readonly at: number; readonly worth: number };

/** A queue whose most valuable entry comes first; of equals, the one of the earlier page and place. */
export type Queue = { add(entry: Queued): void; take(): Queued | undefined; peek(): Queued | undefined };

/** A binary heap (J. Williams, "Heapsort", 1964). */
export function createQueue(): Queue {
  const heap: Queued[] = [];
  return {
    peek: () => heap[0],
    add(entry) {
      let at = heap.length;
      heap.push(entry);
      for (let up = (at - 1) >> 1; at > 0 && isBefore(entry, heap[up]); up = (at - 1) >> 1) {
        heap[at] = heap[up] ?? entry;
        at = up;
      }
      heap[at] = entry;
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return first;
      let at = 0;
      for (let down = 1; down < heap.length; down = 2 * at + 1) {
        const right = heap[down + 1];
        if (right !== undefined && isBefore(right, heap[down])) down++;
        if (!isBefore(heap[down], last)) break;
        heap[at] = heap[down] ?? last;
        at = down;
      }
      heap[at] = last;
      return first;
    },
  };
}

function isBefore(one: Queued | undefined, other: Queued | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  return (other.worth - one.worth || one.page - other.page || one.at - other.at) < 0;
}
