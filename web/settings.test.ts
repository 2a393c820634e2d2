import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseSettings } from './settings.ts';

const nothing = { theme: 'system', language: null, sources: null, keys: 'on' };

test('reads what was kept', () => {
  const kept = { theme: 'dark', language: 'ja', sources: 3, keys: 'off' };
  assert.deepEqual(parseSettings(JSON.stringify(kept)), kept);
});

test('takes what is none of the choices for nothing chosen', () => {
  assert.deepEqual(
    parseSettings('{"theme":"pink","language":"constructor","sources":11,"keys":"maybe"}'),
    nothing,
  );
  assert.deepEqual(parseSettings('{"sources":0.5}'), nothing);
});

test('reads whatever is kept under its name without throwing', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.ok(parseSettings(text).theme)));
  fc.assert(fc.property(fc.json(), (text) => assert.ok(parseSettings(text).theme)));
});
