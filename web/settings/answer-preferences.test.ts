import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionalFields } from '../asking/scope.ts';
import { readAnswerPreferences, toHosts } from './answer-preferences.ts';

test('invalid preferences count as not set', () => {
  const usual = readAnswerPreferences(undefined);
  const wrong = { length: 'endless', prefer: 'a.test', never: [1, 'x'], speed: 9 };
  assert.deepEqual(readAnswerPreferences(wrong), usual);
  assert.deepEqual(readAnswerPreferences(null), usual);
});

test('sites are read from what people type, at most twenty', () => {
  assert.deepEqual(toHosts(' https://www.A.test/page, b.test;c.test\nnothing b.test'), [
    ...['www.a.test', 'b.test', 'c.test'],
  ]);
  assert.equal(toHosts(Array.from({ length: 30 }, (_, at) => `s${at}.test`).join()).length, 20);
});

test('a site that is left out everywhere can still be asked for', () => {
  const fields = optionalFields('only_sites=a.test&never_sites=c.test', { never: ['a.test', 'b.test'] });
  assert.deepEqual(JSON.parse(JSON.stringify(fields)), {
    sites: { only: ['a.test'], never: ['c.test', 'b.test'] },
  });
});
