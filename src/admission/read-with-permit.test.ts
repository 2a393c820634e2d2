import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilSettled } from '../../test/support/until.ts';
import { unnamedCaller } from '../core/run.ts';
import { readWithPermit } from './admission.ts';
import { AnswerPermits } from './answer-permits.ts';

const SKIPPED = { status: 'skipped', reason: 'test' } as const;

test('a request takes one place, reads four of its pages at a time, and gives the place back', async () => {
  const places = new AnswerPermits({ count: 2, queueTimeoutMs: 0 });
  const ends: (() => void)[] = [];
  const reading = () => new Promise<typeof SKIPPED>((resolve) => ends.push(() => resolve(SKIPPED)));
  const read = readWithPermit(reading, 1000, { places, isOverloaded: () => false });
  const { signal } = new AbortController();
  const errand = { caller: unnamedCaller(), signal };
  const pages = Promise.all(Array.from({ length: 20 }, (_, at) => read(`https://a.test/${at}`, errand)));
  for (let done = 0; done < 20; done += ends.splice(0).length) {
    await untilSettled();
    assert.deepEqual([ends.length, places.running], [4, 1]);
    for (const end of ends) end();
  }
  assert.equal((await pages).length, 20);
  assert.equal(places.running, 0);
});

test('a request without a place reads none of its pages', async () => {
  const places = new AnswerPermits({ count: 1, queueTimeoutMs: 0 });
  const { signal } = new AbortController();
  const errand = { caller: unnamedCaller(), signal };
  const endOther = await places.take(0, unnamedCaller(), signal);
  const read = readWithPermit(async () => SKIPPED, 1000, { places, isOverloaded: () => false });
  const refused = ['a', 'b'].map((page) =>
    assert.rejects(read(`https://${page}.test/`, errand), { code: 'overloaded' }),
  );
  await Promise.all(refused);
  endOther();
  assert.deepEqual(await read('https://a.test/', errand), SKIPPED);
});
