import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { createHeap } from './pick.ts';

test('gives back everything that was added, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (numbers) => {
      const heap = createHeap<number>((one, other) => one < other);
      for (const each of numbers) heap.add(each);
      const taken = numbers.map(() => {
        const first = heap.peek();
        assert.equal(heap.take(), first);
        return first;
      });
      assert.deepEqual(
        taken,
        numbers.toSorted((a, b) => a - b),
      );
      assert.equal(heap.take(), undefined);
    }),
  );
});
