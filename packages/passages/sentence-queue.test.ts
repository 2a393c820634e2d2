import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSentenceQueue } from './sentence-queue.ts';
import type { MarginalRelevance } from './worth.ts';

/** A queue of two pages with these scores, which are also the worth of their sentences. */
function queueOf(...scores: readonly (readonly number[])[]) {
  const pages = scores.map((own) => ({
    sentences: [],
    matches: [],
    scores: Float64Array.from(own),
    titleTokens: 0,
  }));
  const most: MarginalRelevance['most'] = (page, at) => scores[page]?.[at] ?? 0;
  return createSentenceQueue(pages, { most, now: most, select: () => undefined });
}

function drained(queue: ReturnType<typeof createSentenceQueue>): string {
  const all: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) all.push(`${next.page}.${next.at}`);
  return all.join(' ');
}

test('the most valuable comes first, among equals the first, and none without a term', () => {
  assert.equal(drained(queueOf([1, 3, 0, 2], [3, 0, 1])), '0.1 1.0 0.3 0.0 1.2');
  assert.equal(drained(queueOf()), '');
});

test('a sentence that is put back comes again at its new place', () => {
  const queue = queueOf([5, 3], [4]);
  assert.deepEqual(queue.take(), { page: 0, at: 0 });
  assert.equal(queue.most(), 4);
  queue.putBack(3.5);
  assert.equal(drained(queue), '1.0 0.0 0.1');
  assert.equal(queue.most(), 0);
});
