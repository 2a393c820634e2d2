import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createQueue } from './queue.ts';

test('gives back everything, the most valuable first, equals by their page and place', () => {
  const entry = fc.record({ page: fc.nat(3), at: fc.nat(9), worth: fc.nat(5) }, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const queue = createQueue();
      for (const each of entries) queue.add(each);
      const taken = entries.map(() => {
        const first = queue.peek();
        assert.equal(queue.take(), first);
        return first;
      });
      assert.deepEqual(
        taken,
        entries.toSorted((a, b) => b.worth - a.worth || a.page - b.page || a.at - b.at),
      );
      assert.equal(queue.take(), undefined);
    }),
  );
});
