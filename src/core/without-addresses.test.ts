import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutAddresses } from './without-addresses.ts';

test('addresses disappear from what readers get, and the sentences stay whole', () => {
  const pairs = [
    ['Primary (searxng at http://10.0.0.5:8080): refused.', 'Primary (searxng): refused.'],
    [
      'primary (searxng at http://[fd00::5]:8080/s): refused; secondary',
      'primary (searxng): refused; secondary',
    ],
    ['primary (collection at file:notes.sqlite): gone', 'primary (collection): gone'],
    ["is the model's server running at http://localhost:11434?", "is the model's server running?"],
    ['it redirects to another host (http://10.0.0.7)', 'it redirects to another host'],
    ['it redirects to http://a.lan/b: set X', 'it redirects to another address: set X'],
    ['Nothing to remove (429).', 'Nothing to remove (429).'],
  ] as const;
  for (const [text, expected] of pairs) assert.equal(withoutAddresses(text), expected);
});
