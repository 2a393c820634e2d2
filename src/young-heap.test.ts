import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const script = `
  import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
  setFlagsFromString('--semi-space-growth-factor=1');
  import { letYoungHeapGrow } from ${JSON.stringify(new URL('./young-heap.ts', import.meta.url).href)};
  let kept = [];
  const megabytesAfterWork = () => {
    for (let at = 0; at < 3_000_000; at++) {
      kept.push({ at });
      if (kept.length > 50_000) kept = [];
    }
    return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
  };
  const small = megabytesAfterWork();
  letYoungHeapGrow();
  console.log(JSON.stringify([small, megabytesAfterWork()]));
`;

test('the space for new objects stays small until it may grow', () => {
  const args = ['--input-type=module', '--eval', script];
  const [small, grown] = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  assert.ok(small <= 4 && grown >= 4 * small, `${small} MB, then ${grown} MB`);
});
