import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runEach } from './run-each.ts';

const { signal } = new AbortController();

test('a few items are worked on at a time, and none is read before its turn', async () => {
  let [open, most, read, done] = [0, 0, 0, 0];
  async function* counted() {
    for (let at = 0; at < 20; at++) {
      read++;
      yield at;
    }
  }
  const work = async () => {
    most = Math.max(most, ++open);
    assert.ok(read - done <= 4);
    await new Promise(setImmediate);
    open--;
    done++;
  };
  await runEach({ items: counted(), concurrency: 3, work }, signal);
  assert.deepEqual([done, most], [20, 3]);
  await runEach({ items: counted(), concurrency: 1, mayGoOn: () => done < 23, work }, signal);
  assert.equal(done, 23);
  const failing = async () => assert.fail('first');
  await assert.rejects(runEach({ items: counted(), concurrency: 1, work: failing }, signal), /first/);
});
