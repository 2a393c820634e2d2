import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { preferredWaitSeconds } from './prefer.ts';

test('finds the wait among other preferences, in any case and with blanks', () => {
  for (const field of ['wait=3', 'respond-async, wait=3', 'Wait = 3; x=y', 'wait="3"', 'a=b,wait=3,wait=9'])
    assert.equal(preferredWaitSeconds(field), 3, field);
});

test('passes over a wait that makes no sense', () => {
  for (const field of [
    undefined,
    '',
    'wait',
    'wait=',
    'wait=soon',
    'wait=-3',
    'wait=0',
    'await=3',
    'wait=3.5',
  ])
    assert.equal(preferredWaitSeconds(field), null, String(field));
});

test('a comma inside quotation marks begins no preference, and of several waits the first that makes sense counts', () => {
  assert.equal(preferredWaitSeconds('foo="a, wait=3"'), null);
  assert.equal(preferredWaitSeconds('foo="a, \\"wait=3", wait=4'), 4);
  assert.equal(preferredWaitSeconds('wait=soon, wait=4'), 4);
});

test('reads any field without fault', () => {
  fc.assert(
    fc.property(fc.string(), (field) => {
      const seconds = preferredWaitSeconds(field);
      assert.ok(seconds === null || (seconds > 0 && seconds <= 86_400));
    }),
  );
});
