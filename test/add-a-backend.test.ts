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

test('the page on adding a back-end shows an adapter and its test, and names the registry', () => {
  assert.match(adapter, /export const example/);
  assert.match(tests, /create: example.open/);
  assert.ok(page.includes('`backends` in `src/search/engines/registry.ts`'));
  assert.match(readFileSync(new URL('registry.ts', folder), 'utf8'), /const backends = \{/);
});

await import(toModule(tests, { './example.ts': toModule(adapter) }));
