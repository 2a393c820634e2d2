import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isCurrent } from '../bin/program.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(new URL('../docs/libraries.md', import.meta.url), 'utf8');
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
};
const EXAMPLE = /```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g;

test('every example in docs/libraries.md prints what it says', () => {
  assert.ok(isCurrent(root, 'lib'), 'The libraries are out of date. Run: npm run build');
  const examples = [...guide.matchAll(EXAMPLE)];
  for (const [, code = '', output = ''] of examples) {
    // The package finds itself by its name.
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: root,
      env: { NO_COLOR: '1' },
      encoding: 'utf8',
    });
    assert.equal(stdout, output, stderr);
  }
  assert.equal(examples.length, 6);
});

test('docs/libraries.md has an example for every export', () => {
  for (const path of Object.keys(manifest.exports).filter((each) => !each.endsWith('.json')))
    assert.ok(guide.includes(` from '${manifest.name}${path.slice(1)}'`), path);
});
