import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';

// Runs the adapter in docs/add-a-backend.md, and the tests shown for it.
const page = readFileSync(new URL('../docs/add-a-backend.md', import.meta.url), 'utf8');
const folder = new URL('../src/search/engines/', import.meta.url);
const [adapter = '', tests = ''] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');

/** The code as a module with the imports of a file in `src/search/engines`. */
function toModule(code: string, own: Readonly<Record<string, string>> = {}): string {
  const plain = stripTypeScriptTypes(code).replace(/(?<=from ')[^']+/g, (name) => {
    return own[name] ?? (name.startsWith('.') ? new URL(name, folder).href : import.meta.resolve(name));
  });
  return `data:text/javascript,${encodeURIComponent(plain).replaceAll("'", '%27')}`;
}

test('the page on adding a back-end shows an adapter and its test, and names existing tables', () => {
  assert.match(adapter, /export const createExample/);
  assert.match(tests, /create: createExample/);
  for (const [file, name] of [
    ['search/engines/slots.ts', 'const adapters'],
    ['config/slot-settings.ts', 'const KINDS ='],
    ['core/search-services.ts', 'searchServices'],
  ] as const) {
    assert.ok(page.includes(`src/${file}`), file);
    assert.ok(readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8').includes(name), name);
  }
});

await import(toModule(tests, { './example.ts': toModule(adapter) }));
