import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { languageFiles } from '../web/languages/languages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = 'packages/text/languages';

/** The codes of the languages that have a file with this name in their folder. */
const withFile = (name: string) =>
  globSync(`${FOLDER}/*/${name}.json`, { cwd: root }).map((path) => basename(dirname(path)));

/** Languages that are spoken are supported everywhere except on the page. */
const spoken = withFile('speech');

/** A file with an entry for each of several languages is a table of languages. */
const LEAST_ENTRIES = 4;
const hasEntry = (text: string, code: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}.'-])['"]?${code}['"]?\\s*[:,\\]}]`, 'u').test(text);
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

test('a language that is spoken lacks nothing elsewhere', () => {
  const names = ['answer', 'instant'];
  const lacking = names.flatMap((name) =>
    spoken.filter((code) => !withFile(name).includes(code)).map((code) => `${FOLDER}/${code}/${name}.json`),
  );
  const tables = globSync('{src,packages}/**/*.{ts,json}', { cwd: root })
    .filter((path) => !/\.test\.ts$|\/interfaces\/site\/|\/text\/languages\//.test(path))
    .map((path) => [path, withoutComments(readFileSync(join(root, path), 'utf8'))] as const)
    .filter(([, text]) => spoken.filter((code) => hasEntry(text, code)).length >= LEAST_ENTRIES);
  assert.ok(tables.length >= 5, `${tables.length} tables`);
  for (const [path, text] of tables)
    for (const code of spoken) if (!hasEntry(text, code)) lacking.push(`${path} lacks ${code}`);
  assert.deepEqual(lacking, []);
});

test('the page is in the same languages with JavaScript and without', () => {
  assert.deepEqual(['en', ...Object.keys(languageFiles)].sort(), withFile('site').sort());
});

test('all languages have the same words in a file', () => {
  for (const name of ['answer', 'instant', 'site']) {
    const [first = '', ...others] = withFile(name);
    const keysOf = (code: string) =>
      Object.keys(
        JSON.parse(readFileSync(join(root, FOLDER, code, `${name}.json`), 'utf8')) as object,
      ).sort();
    for (const code of others) assert.deepEqual(keysOf(code), keysOf(first), `${code}/${name}.json`);
  }
});
