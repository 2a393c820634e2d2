import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredWaitSeconds } from './to-question.ts';

test('the wait is found among other preferences, in any case and with spaces', () => {
  for (const field of ['wait=3', 'respond-async, wait=3', 'Wait = 3; x=y', 'wait="3"', 'a=b,wait=3,wait=9'])
    assert.equal(preferredWaitSeconds(field), 3, field);
});

test('an invalid wait is ignored', () => {
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

test('a comma inside quotation marks starts no preference, and the first valid wait counts', () => {
  assert.equal(preferredWaitSeconds('foo="a, wait=3"'), null);
  assert.equal(preferredWaitSeconds('foo="a, \\"wait=3", wait=4'), 4);
  assert.equal(preferredWaitSeconds('wait=soon, wait=4'), 4);
});
