import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table as arabic } from './ar.ts';
import { table as german } from './de.ts';
import { table as english } from './en.ts';
import { toWords } from './words.ts';

test('plurals follow English rules', () => {
  const words = toWords('en', english);
  assert.equal(words.answered(2304.8, 4), 'Answered in 2.3 s from 4 sources');
  assert.equal(words.answered(null, 1), 'Answered from 1 source');
  assert.equal(words.answered(0.2, 0), 'Answered in 1 ms without sources');
  assert.equal(words.answered(null, 0), 'Answered without sources');
  assert.equal(words.waitSeconds(1), 'Try again in 1 second.');
  assert.equal(words.reading([]), 'Reading pages…');
  assert.equal(words.reading(['a.test', 'b.test']), 'Reading 2 pages: a.test, b.test');
});

test('numbers follow the language, with the digits of the citations', () => {
  assert.equal(toWords('de', german).duration(2304.8), '2,3 s');
  assert.match(toWords('ar', arabic).duration(2304.8), /2[.,٫]3/);
});

test('plurals follow Arabic rules', () => {
  const { sourceCount } = toWords('ar', arabic);
  assert.equal(sourceCount(2), 'مصدران');
  assert.equal(sourceCount(3), '3 مصادر');
  assert.equal(sourceCount(11), '11 مصدرًا');
});

test('placeholders in a host are not filled in', () => {
  assert.equal(toWords('en', english).reading(['{count}']), 'Reading 1 page: {count}');
});
