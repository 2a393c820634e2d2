import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectOf } from './title.ts';

test('the subject of a title is without a description and without the name of the site', () => {
  assert.equal(subjectOf('pino: a fast logger'), 'pino');
  assert.equal(subjectOf('Angola - Wikipedia'), 'Angola');
  assert.equal(subjectOf('Mercury (planet)'), 'Mercury');
  assert.equal(subjectOf('10:30 news'), '10:30 news');
});
