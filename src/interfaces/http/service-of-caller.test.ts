import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../../test/support/fixed-answer.ts';
import { Failure } from '../../core/failure.ts';
import { requesterOf } from '../../core/requester.ts';
import { serviceOfCaller } from './service-of-caller.ts';

test('texts are ranked in the turn of the caller who asks', async () => {
  const requester = { caller: 'a key', request: {} };
  const doneFor: unknown[] = [];
  const note = (_task: unknown, signal: AbortSignal) => void doneFor.push(requesterOf(signal));
  const unasked = () => assert.fail('not asked');
  const service = serviceOfCaller(
    {
      ...{ answer: unasked, gather: unasked, search: unasked, read: null },
      async scorePassages(task, signal) {
        note(task, signal);
        return { scores: [], model: null };
      },
    },
    { requester, charge: async () => undefined },
  );
  const timeoutMs = 1000;
  await service.scorePassages({ question: 'a', passages: ['b'], timeoutMs }, new AbortController().signal);
  assert.deepEqual(doneFor, [requester]);
});

test('work beyond the first unit is counted before it is done, and refused work is not begun', async () => {
  const charged: number[] = [];
  const begun: string[] = [];
  const act = (name: string) => async () => {
    begun.push(name);
    return null as never;
  };
  async function* events() {
    begun.push('answer');
    yield* [];
    return null as never;
  }
  const start = (charge: (units: number) => Promise<void>) =>
    serviceOfCaller(
      {
        ...{ answer: events, gather: events, search: act('search'), read: act('read') },
        ...{ scorePassages: act('score') },
      },
      { requester: { caller: 'a key', request: {} }, charge },
    );
  const note = async (units: number) => void charged.push(units);
  const { signal } = new AbortController();
  const texts = (count: number) => ({
    ...{ question: 'a', passages: Array(count).fill('a'), timeoutMs: 1 },
  });
  const deep = { ...QUESTION, depth: 'deep' } as const;
  const units = async (work: (service: ReturnType<typeof start>) => Promise<unknown>) => {
    charged.length = 0;
    await work(start(note));
    return charged.join();
  };
  assert.equal(await units((service) => service.answer(QUESTION, signal).next()), '');
  assert.equal(await units((service) => service.answer(deep, signal).next()), '4');
  assert.equal(await units((service) => service.scorePassages(texts(30), signal)), '');
  assert.equal(await units((service) => service.scorePassages(texts(31), signal)), '1');
  const several = async (service: ReturnType<typeof start>) => {
    await service.search({} as never, signal);
    await service.read?.('https://a.example/', signal);
    await service.gather(QUESTION, signal).next();
  };
  assert.equal(await units(several), '1,1');
  begun.length = 0;
  const refusing = start(async () => {
    throw new Failure('rate-limited', 'That was too much.');
  });
  await assert.rejects(refusing.answer(deep, signal).next(), { code: 'rate-limited' });
  await assert.rejects(refusing.read?.('https://a.example/', signal) ?? Promise.resolve(), {
    code: 'rate-limited',
  });
  assert.deepEqual(begun, []);
});
