import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from './address.ts';

test('an address contains the questions of a conversation, the follow-ups where no server sees them', () => {
  assert.equal(addressOf(['']), './');
  assert.equal(addressOf(['a & b']), './?q=a+%26+b');
  assert.equal(addressOf(['a', 'b?', 'c#d']), './?q=a#then=b%3F&then=c%23d');
});

test('an address contains at most five follow-ups and 2,000 characters of them', () => {
  assert.equal(addressOf(['a', ...'bcdefgh']).match(/then=/g)?.length, 5);
  assert.ok(addressOf(['a', ...Array.from({ length: 5 }, () => 'x'.repeat(900))]).length < 2_100);
});
