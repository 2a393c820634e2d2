import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until, untilSettled } from '../../test/support/until.ts';
import type { Log } from '../observe/log.ts';
import { stopOnSignal, whenLauncherIsGone } from './stop.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** A service that `stop` stops, what its process logs, and the statuses with which the process would exit. */
function running(t: TestContext, stop: () => Promise<void>, starting = Promise.resolve()) {
  const [logged, exits]: [unknown[], unknown[]] = [[], []];
  t.mock.method(process, 'exit', (status: number) => void exits.push(status));
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  t.after(() => {
    for (const signal of SIGNALS)
      for (const listener of process.listeners(signal))
        if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
  });
  const note = (fields: unknown, text: string) => void logged.push([fields, text]);
  const log = { info: note, error: note, flush: (done: () => void) => done() } as unknown as Log;
  stopOnSignal(
    starting.then(() => ({ stop })),
    log,
  );
  return { logged, exits, send: (signal: (typeof SIGNALS)[number]) => process.emit(signal, signal) };
}

for (const signal of SIGNALS)
  test(`${signal} stops the service, and the process ends with status 0 only then`, async (t) => {
    const stopping = Promise.withResolvers<void>();
    const { logged, exits, send } = running(t, () => stopping.promise);
    send(signal);
    await untilSettled();
    assert.deepEqual([logged, exits], [[[{ signal }, 'stopping']], []]);
    stopping.resolve();
    await until(() => exits.length > 0);
    assert.deepEqual(exits, [0]);
  });

test('a second signal ends the process at once with status 1, and stops nothing twice', async (t) => {
  let stops = 0;
  const { logged, exits, send } = running(t, () => {
    stops++;
    return new Promise(() => undefined);
  });
  send('SIGTERM');
  await untilSettled();
  send('SIGINT');
  await until(() => exits.length > 0);
  assert.deepEqual(exits, [1]);
  assert.deepEqual([logged[0], stops], [[{ signal: 'SIGTERM' }, 'stopping'], 1]);
});

test('a service that cannot stop cleanly says why, and the process ends with status 1', async (t) => {
  const err = new Error('stuck');
  const { logged, exits, send } = running(t, () => Promise.reject(err));
  send('SIGTERM');
  await until(() => exits.length > 0);
  assert.deepEqual(exits, [1]);
  assert.deepEqual(logged[1], [{ err }, 'could not stop cleanly']);
});

test('a signal during the start stops the service as soon as it has started', async (t) => {
  const starting = Promise.withResolvers<void>();
  let stops = 0;
  const { exits, send } = running(t, async () => void stops++, starting.promise);
  send('SIGTERM');
  await untilSettled();
  assert.equal(stops, 0);
  starting.resolve();
  await until(() => exits.length > 0);
  assert.deepEqual([stops, exits], [1, [0]]);
});

/** Returns a function that lets time pass and counts how often the end of this launcher has been reported. */
function reports(t: TestContext, launcher: number | null) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let count = 0;
  whenLauncherIsGone(launcher, () => count++);
  return (ms: number) => {
    t.mock.timers.tick(ms);
    return count;
  };
}

test('the end of the launcher is reported once, within a fifth of a second', (t) => {
  const after = reports(t, process.ppid + 1);
  assert.deepEqual([after(199), after(1), after(1000)], [0, 1, 1]);
});

test('nothing is reported while the launcher is the parent, or without one', (t) => {
  assert.equal(reports(t, process.ppid)(1000), 0);
  t.mock.timers.reset();
  assert.equal(reports(t, null)(1000), 0);
});

test('checking for the launcher does not keep the process running', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  whenLauncherIsGone(process.ppid, () => undefined);
  assert.equal(timers(), before);
});
