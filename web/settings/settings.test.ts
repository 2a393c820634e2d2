import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { parseSettings } from './settings.ts';

const nothing = {
  ...{ theme: 'system', language: null, keys: 'on', size: 'normal' },
  answers: undefined,
};

test('stored settings are read', () => {
  const kept = { theme: 'dark', language: 'ja', keys: 'off', size: 'large', answers: {} };
  assert.deepEqual(parseSettings(JSON.stringify(kept)), kept);
});

test('an invalid choice counts as not chosen', () => {
  assert.deepEqual(parseSettings('{"theme":"pink","language":"constructor","keys":"maybe"}'), nothing);
});

test('any stored value is read without throwing', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.ok(parseSettings(text).theme)));
  fc.assert(fc.property(fc.json(), (text) => assert.ok(parseSettings(text).theme)));
});
