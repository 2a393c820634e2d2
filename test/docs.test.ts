import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { settingsAsEnvFile, settingsAsMarkdown } from '../src/config/print.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the configuration page and .env.example are what the settings table prints', () => {
  assert.equal(read('docs/configuration.md'), settingsAsMarkdown(), 'run `npm run docs`');
  assert.equal(read('.env.example'), settingsAsEnvFile(), 'run `npm run docs`');
});

test('every file the documentation links to is there', () => {
  const broken = globSync('{*.md,docs/**/*.md}', { cwd: root }).flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map((match) => join(dirname(page), match[1] ?? ''))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${page} -> ${target}`),
  );
  assert.deepEqual(broken, []);
});

test('every npm script the documentation names exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = globSync('{*.md,docs/**/*.md}', { cwd: root }).flatMap((page) =>
    [...read(page).matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? ''),
  );
  assert.deepEqual(
    [...new Set(named)].filter((name) => scripts[name] === undefined),
    [],
  );
});
