import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { doctorCommand } from './doctor.ts';

const live = new AbortController().signal;
const SOUND = { name: 'primary', ok: true, cause: 'it found something', remedy: '' };

/** The exit status of a checkup, and its output. */
async function run(t: TestContext, examine: Parameters<typeof doctorCommand>[1], signal = live) {
  const print = t.mock.method(console, 'log', () => undefined);
  try {
    const status = await doctorCommand([], examine, signal);
    return [status, ...print.mock.calls.map(({ arguments: [line] }) => line)];
  } finally {
    print.mock.restore();
  }
}

test('the exit status is 1 only if something is wrong, and notes come first', async (t) => {
  const warnings = ['PORT is unusual'];
  const diagnoses = [SOUND, { ...SOUND, cause: 'two\nlines…', remedy: 'set it' }];
  assert.deepEqual(await run(t, async () => ({ diagnoses, warnings })), [
    0,
    'note   PORT is unusual',
    'ok     primary: it found something.',
    'note   primary: two lines… Remedy: set it',
  ]);
  const bad = [{ ...SOUND, ok: false }, SOUND];
  assert.equal((await run(t, async () => ({ diagnoses: bad, warnings: [] })))[0], 1);
  assert.deepEqual(await run(t, async () => ({ diagnoses: [], warnings: [] })), [0]);
});

test('each mistake in the settings is a line, and other failures are thrown', async (t) => {
  const wrong = new Failure('misconfigured', 'PORT is no number\nHOST is empty');
  assert.deepEqual(await run(t, () => Promise.reject(wrong)), [
    1,
    'wrong  settings: PORT is no number',
    'wrong  settings: HOST is empty',
  ]);
  for (const error of [new Failure('internal', 'Broken.'), new Error('x')])
    await assert.rejects(
      run(t, () => Promise.reject(error)),
      (thrown) => thrown === error,
    );
});

test('an interrupted checkup has the status of an interruption', async (t) => {
  assert.deepEqual(await run(t, () => Promise.reject(new Error('x')), AbortSignal.abort()), [130]);
});
