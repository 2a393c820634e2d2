import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const launcher = readFileSync(new URL('../../bin/sayso.js', import.meta.url), 'utf8');
const sparing = [...launcher.matchAll(/'(--[\w-]+(?:=\d+)?)'/g)].map(([, flag]) => flag);

const start = `
  import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
  import { allowFullSpeed } from ${JSON.stringify(new URL('./full-speed.ts', import.meta.url).href)};
  for (const flag of ${JSON.stringify(sparing)}) setFlagsFromString(flag);
`;

test('the space for new objects stays small until it may grow', () => {
  const [small, grown] = JSON.parse(
    run(`${start}
      let kept = [];
      const megabytesAfterWork = () => {
        for (let at = 0; at < 3_000_000; at++) {
          kept.push({ at });
          if (kept.length > 50_000) kept = [];
        }
        const spaces = getHeapSpaceStatistics();
        return spaces.find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
      };
      const small = megabytesAfterWork();
      allowFullSpeed();
      console.log(JSON.stringify([small, megabytesAfterWork()]));
    `),
  );
  assert.ok(small <= 4 && grown >= 4 * small, `${small} MB, then ${grown} MB`);
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
