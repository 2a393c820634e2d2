import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSlowCallGuard } from './slow-call-guard.ts';

/** Time that passes only with `pass`; `stall` is time in which no timer could run. */
function stoppedTime(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed++) {
        await settle();
        nowMs++;
        t.mock.timers.tick(1);
        await settle();
      }
    },
    stall(ms: number) {
      nowMs += ms;
    },
  };
}

/** A server whose replies come from the test, with a list of everything that is reported about it. */
function server(t: TestContext) {
  const changes: string[] = [];
  const replies: PromiseWithResolvers<string>[] = [];
  const probes: PromiseWithResolvers<string>[] = [];
  const guard = createSlowCallGuard({
    probe() {
      const probe = Promise.withResolvers<string>();
      probes.push(probe);
      return probe.promise;
    },
    onChange: (state) => changes.push(state),
  });
  t.after(() => guard.close());
  const ask = () => {
    const reply = Promise.withResolvers<string>();
    const result = { value: '' };
    guard
      .run(() => {
        replies.push(reply);
        return reply.promise;
      })
      .then(
        (value) => (result.value = value),
        (error: Error) => (result.value = `failed: ${error.message}`),
      );
    return result;
  };
  return { ask, replies, probes, changes };
}

test('a quick reply is returned, and a failed call rejects with its own error', async (t) => {
  const { pass } = stoppedTime(t);
  const { ask, replies, changes } = server(t);
  const [good, bad] = [ask(), ask()];
  replies[0]?.resolve('here');
  replies[1]?.reject(new Error('no'));
  await pass(1);
  assert.deepEqual([good.value, bad.value], ['here', 'failed: no']);
  await pass(1000);
  assert.deepEqual(changes, []);
});

test('a call is given up after 25 ms, and the next ones fail at once without a call', async (t) => {
  const { pass } = stoppedTime(t);
  const { ask, replies, changes } = server(t);
  const late = ask();
  await pass(24);
  assert.deepEqual([late.value, changes], ['', []]);
  await pass(1);
  assert.match(late.value, /^failed: no reply within 25 ms/);
  assert.deepEqual(changes, ['suspended']);
  const refused = ask();
  await pass(1);
  assert.match(refused.value, /^failed:/);
  assert.equal(replies.length, 1);
  assert.deepEqual(changes, ['suspended']);
});

test('two slow replies in a row suspend the server; with a quick one between them they do not', async (t) => {
  const { pass } = stoppedTime(t);
  const { ask, replies, changes } = server(t);
  const answerAfter = async (ms: number) => {
    const result = ask();
    await pass(ms);
    replies.at(-1)?.resolve('here');
    await pass(1);
    assert.equal(result.value, 'here');
  };
  await answerAfter(12);
  await answerAfter(2);
  await answerAfter(12);
  await answerAfter(9);
  const both = [ask(), ask()];
  await pass(12);
  for (const reply of replies) reply.resolve('here');
  await pass(1);
  assert.deepEqual(
    both.map(({ value }) => value),
    ['here', 'here'],
  );
  assert.deepEqual(changes, []);
  await answerAfter(12);
  assert.deepEqual(changes, ['suspended']);
});

test(
  'a server that was given up is probed after half a second, then ever less often, until it replies ' +
    'quickly',
  async (t) => {
    const { pass } = stoppedTime(t);
    const { ask, replies, probes, changes } = server(t);
    ask();
    await pass(25);
    await pass(499);
    assert.equal(probes.length, 0);
    await pass(1);
    assert.equal(probes.length, 1);
    /** How long it takes until the next probe, in milliseconds. */
    const restMs = async () => {
      const before = probes.length;
      let ms = 0;
      for (; probes.length === before; ms++) await pass(1);
      return ms;
    };
    // A probe that fails, is slow or gets no reply doubles the pause, up to four seconds.
    probes[0]?.reject(new Error('no'));
    assert.equal(await restMs(), 1000);
    await pass(12);
    probes[1]?.resolve('slow');
    assert.equal(await restMs(), 2000);
    assert.equal(await restMs(), 25 + 4000);
    assert.equal(await restMs(), 25 + 4000);
    assert.deepEqual(changes, ['suspended']);
    probes[4]?.resolve('quick');
    await pass(1);
    assert.deepEqual(changes, ['suspended', 'resumed']);
    const again = ask();
    replies.at(-1)?.resolve('here');
    await pass(1);
    assert.equal(again.value, 'here');
    await pass(10_000);
    assert.equal(probes.length, 5);
  },
);

test('once the server is used again, nothing that happened before counts', async (t) => {
  const { pass } = stoppedTime(t);
  const { ask, replies, probes, changes } = server(t);
  ask();
  await pass(25 + 500);
  probes[0]?.reject(new Error('no'));
  await pass(1000);
  probes[1]?.resolve('quick');
  await pass(1);
  ask();
  await pass(12);
  replies.at(-1)?.resolve('here');
  await pass(1);
  assert.deepEqual(changes, ['suspended', 'resumed']);
  ask();
  await pass(25);
  assert.deepEqual(changes, ['suspended', 'resumed', 'suspended']);
  await pass(500);
  assert.equal(probes.length, 3);
});

test('the server is not blamed while this process is blocked, three times at most', async (t) => {
  const { pass, stall } = stoppedTime(t);
  const { ask, replies, changes } = server(t);
  const held = ask();
  for (let time = 0; time < 3; time++) {
    stall(50);
    await pass(10);
  }
  assert.deepEqual([held.value, changes], ['', []]);
  replies[0]?.resolve('here');
  await pass(1);
  assert.equal(held.value, 'here');
  const lost = ask();
  for (let time = 0; time < 4; time++) {
    stall(50);
    await pass(10);
  }
  await pass(15);
  assert.match(lost.value, /^failed/);
  assert.deepEqual(changes, ['suspended']);
});

test('a reply that came while this process was blocked three times was not slow', async (t) => {
  const { pass, stall } = stoppedTime(t);
  const { ask, replies, changes } = server(t);
  for (let call = 0; call < 2; call++) {
    const held = ask();
    for (let time = 0; time < 3; time++) {
      stall(50);
      await pass(10);
    }
    await pass(9);
    replies[call]?.resolve('here');
    await pass(1);
    assert.equal(held.value, 'here');
  }
  assert.deepEqual(changes, []);
});

test('if a timer is hardly late, the server counts as slow', async (t) => {
  const { pass, stall } = stoppedTime(t);
  const { ask, changes } = server(t);
  ask();
  stall(5);
  await pass(10);
  stall(5);
  await pass(15);
  assert.deepEqual(changes, ['suspended']);
});

test('a suspended server keeps no process running', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const guard = createSlowCallGuard({ probe: async () => undefined, onChange: () => undefined });
  await assert.rejects(guard.run(() => new Promise(() => undefined)));
  assert.equal(timers(), before);
  guard.close();
});

test('once closed it sends no probes, and nothing that waits keeps the process running', async (t) => {
  const { pass } = stoppedTime(t);
  let probes = 0;
  const guard = createSlowCallGuard({ probe: async () => probes++, onChange: () => undefined });
  const waiting = assert.rejects(guard.run(() => new Promise(() => undefined)));
  await pass(25);
  await waiting;
  guard.close();
  await pass(10_000);
  assert.equal(probes, 0);
});
