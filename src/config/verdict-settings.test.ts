import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictContradictions, verdictWarnings } from './verdict-settings.ts';

const NONE = { verdictsModel: null, verdictsProvider: null, verdictsKey: null, verdictsBaseUrl: null };
const given = (settings: Partial<Record<keyof typeof NONE, string>>) =>
  ({ ...NONE, ...settings }) as Parameters<typeof verdictWarnings>[0];

test('a judge needs a provider: its own, or that of the model that writes', () => {
  assert.deepEqual(verdictContradictions(given({}), false), []);
  assert.deepEqual(verdictContradictions(given({ verdictsModel: 'same' }), true), []);
  assert.match(
    verdictContradictions(given({ verdictsModel: 'same' }), false).join(),
    /set VERDICTS_PROVIDER/,
  );
  const own = given({ verdictsModel: 'small', verdictsProvider: 'ollama' });
  assert.deepEqual(verdictContradictions(own, false), []);
});

test('an address without a provider, and a provider without the name of a model, are mistakes', () => {
  const address = given({ verdictsModel: 'm', verdictsBaseUrl: 'http://localhost:1/v1' });
  assert.match(verdictContradictions(address, true).join(), /^VERDICTS_BASE_URL: its provider is missing/);
  const same = given({ verdictsModel: 'same', verdictsProvider: 'ollama' });
  assert.match(verdictContradictions(same, true).join(), /must name a model instead of same/);
});

test('settings of a judge that is not named are reported as unused', () => {
  assert.deepEqual(verdictWarnings(given({})), []);
  assert.equal(verdictWarnings(given({ verdictsProvider: 'ollama' })).length, 1);
});
