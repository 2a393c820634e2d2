import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { whenLauncherIsGone } from './stop.ts';

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
