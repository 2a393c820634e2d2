import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, questionOf } from './address.ts';

test('an address contains the questions of a conversation, the follow-ups where no server sees them', () => {
  assert.equal(addressOf(['']), './');
  assert.equal(addressOf(['a & b']), './?q=a+%26+b');
  assert.equal(addressOf(['a', 'b?', 'c#d']), './?q=a#then=b%3F&then=c%23d');
});

test('an address contains at most five follow-ups and 2,000 characters of them', () => {
  assert.equal(addressOf(['a', ...'bcdefgh']).match(/then=/g)?.length, 5);
  assert.ok(addressOf(['a', ...Array.from({ length: 5 }, () => 'x'.repeat(900))]).length < 2_100);
});

const questionIn = (address: string) => questionOf(new URLSearchParams(address));

test('a question is read from a link as it is, and from what another app shares, without repetition', () => {
  for (const [address, question] of [
    ['?q=+Why%3F+&title=ignored', 'Why?'],
    ['?', ''],
    ['?title=A+page&text=is+it+true&url=https://a.test/', 'A page is it true https://a.test/'],
    ['?title=&text=See+https://a.test/&url=https://a.test/', 'See https://a.test/'],
    ['?title=Same&text=Same', 'Same'],
  ] as const)
    assert.equal(questionIn(address), question);
});
