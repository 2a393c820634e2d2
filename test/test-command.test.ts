import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const list = (pattern: string) => globSync(pattern, { cwd: root });

/** The patterns that a script of package.json gives to Node's test runner. */
function patternsOf(script: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  return [...String(scripts[script]).matchAll(/"([^"]+\.test\.ts)"/g)].map(([, pattern]) => pattern ?? '');
}

test('`npm test` runs each test file beside the code once, alone or in the group of its folder', () => {
  const alone = patternsOf('test').flatMap(list);
  const groups = list('test/units/*.test.ts').map((path) => readFileSync(`${root}${path}`, 'utf8'));
  const grouped = groups
    .flatMap((text) => [...text.matchAll(/importTests\('([^']+)'\)/g)])
    .flatMap(([, folder]) => list(`${folder}/**/*.test.ts`));
  const run = [...alone, ...grouped].filter((path) => /^(src|web|build)\//.test(path));
  assert.deepEqual(run.sort(), list('{src,web,build}/**/*.test.ts').sort());
});
