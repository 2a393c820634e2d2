import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const launcher = readFileSync(new URL('../../bin/sayso.js', import.meta.url), 'utf8');
const sparing = [...launcher.matchAll(/'(--[\w-]+(?:=\d+)?)'/g)].map(([, flag]) => flag);

const start = `
  import { setImmediate as turn } from 'node:timers/promises';
  import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
  import { allowFullSpeed } from ${JSON.stringify(new URL('./full-speed.ts', import.meta.url).href)};
  for (const flag of ${JSON.stringify(sparing)}) setFlagsFromString(flag);
  // Makes objects that live for a while, as a busy service does.
  const megabytesAfterWork = async () => {
    let held = [];
    for (let round = 0; round < 1200; round++) {
      for (let at = 0; at < 1000; at++) held.push({ round, at });
      if (held.length > 100_000) held = [];
      await turn();
    }
    const spaces = getHeapSpaceStatistics();
    return spaces.find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
  };
`;

test('the space for new objects stays small until it may grow, and then below what V8 would take', () => {
  const [small, limited] = JSON.parse(
    run(`${start}
      const small = await megabytesAfterWork();
      allowFullSpeed();
      console.log(JSON.stringify([small, await megabytesAfterWork()]));
    `),
  );
  const usual = JSON.parse(
    run(`${start}
      setFlagsFromString('--semi-space-growth-factor=2');
      console.log(await megabytesAfterWork());
    `),
  );
  assert.ok(
    small < limited && limited < usual,
    `${small} MB, then ${limited} MB; ${usual} MB without a limit`,
  );
  assert.ok(limited <= 16, `${limited} MB`);
});

test('the old objects are collected again before they take several times as much space', () => {
  const output = run(
    `${start}
      allowFullSpeed();
      const held = Array.from({ length: 200_000 }, (_, at) => ({ at }));
      gc();
      console.log(held.length);
    `,
    '--expose-gc',
    '--trace-gc-verbose',
  );
  const [, size, limit] =
    /HeapController\] Limit: old size: (\d+) KB, new limit: (\d+) KB/.exec(output) ?? [];
  const newSpaceKb = 32 * 1024;
  assert.ok(Number(limit) <= Number(size) * 1.6 + newSpaceKb, `${size} KB, limit ${limit} KB`);
});

test('functions are optimised only after the start', () => {
  const output = run(
    `${start}
      const addUp = (count) => {
        let sum = 0;
        for (let at = 0; at < count; at++) sum = (sum + at * 7) % 1000;
        return sum;
      };
      const work = () => {
        for (let at = 0; at < 50_000; at++) addUp(100);
      };
      work();
      console.log('STARTED');
      allowFullSpeed();
      work();
    `,
    '--trace-opt',
  );
  const [before = '', after = ''] = output.split('STARTED');
  assert.doesNotMatch(before, /completed.*addUp/);
  assert.match(after, /completed.*addUp/);
});

function run(script: string, ...flags: readonly string[]): string {
  return execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
}
