import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** Makes objects that live for a while, as a busy service does, and prints the space for new ones in MB. */
const BUSY = `
  import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
  import { setImmediate as turn } from 'node:timers/promises';
  import { allowFullSpeed } from ${JSON.stringify(new URL('./full-speed.ts', import.meta.url).href)};
  if (process.argv[1] === 'limited') {
    setFlagsFromString('--semi-space-growth-factor=1');
    allowFullSpeed();
  }
  let held = [];
  for (let round = 0; round < 1200; round++) {
    for (let at = 0; at < 1000; at++) held.push({ round, at });
    if (held.length > 100_000) held = [];
    await turn();
  }
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  console.log(space.space_size / 2 ** 20);
`;

async function newSpaceMb(mode: 'limited' | 'as V8 chooses'): Promise<number> {
  const args = ['--input-type=module', '--eval', BUSY, mode];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}

test('a busy service keeps its space for new objects small, where V8 would take much more', async () => {
  const [limited, usual] = await Promise.all([newSpaceMb('limited'), newSpaceMb('as V8 chooses')]);
  assert.ok(limited >= 4 && limited <= 16, `${limited} MB`);
  assert.ok(usual > limited, `${usual} MB`);
});
