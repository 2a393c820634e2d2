import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnosis } from '../core/status.ts';
import { doctorCommand } from './doctor.ts';

const SOUND: Diagnosis = { name: 'primary', ok: true, cause: 'it found something', remedy: '' };

test('a line keeps the punctuation of its cause, followed only by the remedy', async (t) => {
  const print = t.mock.method(console, 'log', () => undefined);
  const diagnoses: Diagnosis[] = [
    SOUND,
    { ...SOUND, remedy: 'add json' },
    { ...SOUND, ok: false, cause: 'it refuses: is it running?', remedy: 'start it' },
    { ...SOUND, ok: false, cause: 'it says no.' },
  ];
  const status = await doctorCommand(
    [],
    async () => ({ diagnoses, warnings: [] }),
    new AbortController().signal,
  );
  assert.equal(status, 1);
  assert.deepEqual(
    print.mock.calls.map(({ arguments: [line] }) => line),
    [
      'ok     primary: it found something.',
      'note   primary: it found something. Remedy: add json',
      'wrong  primary: it refuses: is it running? Remedy: start it',
      'wrong  primary: it says no.',
    ],
  );
});
