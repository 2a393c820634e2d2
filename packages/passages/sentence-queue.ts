import type { ScoredPage } from './score.ts';
import type { MarginalRelevance } from './worth.ts';

/** A collection that returns its entries in a fixed order, whatever the order in which they were added. */
type Heap<T> = {
  add(entry: T): void;
  /** Removes and returns the first entry; undefined if there is none. */
  take(): T | undefined;
  /** The first entry, which stays. */
  peek(): T | undefined;
};

/** A binary heap (J. Williams, "Heapsort", 1964). `isBefore` must be a strict order. */
function createHeap<T>(isBefore: (one: T, other: T) => boolean): Heap<T> {
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

/** The sentences that may still be selected, by the worth that was last computed for each. */
type SentenceQueue = {
  /** Removes the most valuable one; among equals, the one with the earlier page and position. */
  take(): { readonly page: number; readonly at: number } | undefined;
  /** The worth of the most valuable one that is left; 0 if there is none. */
  most(): number;
  /** Adds the sentence that was taken last again, with its new worth. */
  putBack(worth: number): void;
};

/**
 * All sentences with a term of the question, each with an upper bound of its worth. Sentences are numbers and
 * their worth is in one array, because thousands of them are compared for each question.
 */
export function createSentenceQueue(pages: readonly ScoredPage[], worth: MarginalRelevance): SentenceQueue {
  const count = pages.reduce((sum, { scores }) => sum + scores.length, 0);
  const worths = new Float64Array(count);
  const pageOf = new Uint32Array(count);
  const atOf = new Uint32Array(count);
  const queue = createHeap<number>((one, other) => {
    const [own = 0, others = 0] = [worths[one], worths[other]];
    return own === others ? one < other : own > others;
  });
  let sentence = 0;
  for (const [page, { scores }] of pages.entries()) {
    for (let at = 0; at < scores.length; at++, sentence++) {
      pageOf[sentence] = page;
      atOf[sentence] = at;
      if ((scores[at] ?? 0) === 0) continue;
      worths[sentence] = worth.most(page, at);
      queue.add(sentence);
    }
  }
  /** The sentence that was taken last. */
  let last = 0;
  return {
    take() {
      const next = queue.take();
      if (next === undefined) return undefined;
      last = next;
      return { page: pageOf[next] ?? 0, at: atOf[next] ?? 0 };
    },
    most: () => worths[queue.peek() ?? -1] ?? 0,
    putBack(value) {
      worths[last] = value;
      queue.add(last);
    },
  };
}
