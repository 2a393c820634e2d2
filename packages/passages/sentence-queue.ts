import { createHeap } from '@sayso/text/heap.ts';
import type { MarginalRelevance } from './marginal-relevance.ts';
import type { ScoredPage } from './scored-page.ts';

/** The sentences that may still be selected, by the worth that was last computed for each. */
export type SentenceQueue = {
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
