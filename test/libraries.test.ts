import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isCurrent } from '../bin/program.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(new URL('../docs/libraries.md', import.meta.url), 'utf8');
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};
const MAX_README_LINES = 60;
const EXAMPLE = /```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g;

test('every example in docs/libraries.md prints what it says', () => {
  assert.equal(runExamples(guide), 6);
});

for (const path of globSync('packages/*/README.md', { cwd: root, exclude: ['packages/eval'] }))
  test(`every example in ${path} prints what it says`, () => {
    const page = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
    assert.equal(runExamples(page), page.split('```js\n').length - 1);
    assert.ok(page.includes('```js\n') && page.split('\n').length <= MAX_README_LINES + 1, path);
  });

/** Compares the output of each example with the text after it, and returns the number of examples. */
function runExamples(page: string): number {
  assert.ok(isCurrent(root, 'lib'), 'The libraries are out of date. Run: npm run build');
  const examples = [...page.matchAll(EXAMPLE)];
  for (const [, code = '', output = ''] of examples) {
    // The package finds itself by its name.
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: root,
      env: { NO_COLOR: '1' },
      encoding: 'utf8',
    });
    assert.equal(stdout, output, stderr);
  }
  return examples.length;
}

test('docs/libraries.md has an example for every export', () => {
  for (const path of Object.keys(manifest.exports).filter((each) => !each.endsWith('.json')))
    assert.ok(guide.includes(` from '${manifest.name}${path.slice(1)}'`), path);
});

test('the types of every export need no package', () => {
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.types],
  );
  assert.deepEqual(entries.flatMap(packagesOf), []);
});

/** The packages that a declaration file needs, itself or through the files that it imports. */
function packagesOf(entry: string): readonly string[] {
  const found = new Set([join(entry)]);
  const packages = new Set<string>();
  for (const path of found)
    for (const [, target = ''] of readFileSync(join(root, path), 'utf8').matchAll(
      /(?:from |import\()'([^']+)'/g,
    ))
      if (target.startsWith('.')) found.add(join(dirname(path), target.replace(/\.ts$/, '.d.ts')));
      else packages.add(`${path} needs ${target}`);
  return [...packages];
}
