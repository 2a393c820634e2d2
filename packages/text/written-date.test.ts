import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateInUrl, readIsoDate, readStatedDate } from './written-date.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

test('metadata states a date in ISO 8601, or as people write it', () => {
  for (const [text, expected] of [
    ['2024-05-01', '2024-05-01'],
    ['2024/05/01 10:00', '2024-05-01T10:00'],
    ['Wed, 01 May 2024 10:00:00 GMT', '2024-05-01'],
    ['May 1st, 2024', '2024-05-01'],
    ['1 de mayo de 2024', '2024-05-01'],
    ['1. März 2024', '2024-03-01'],
    ['3 сентября 2024', '2024-09-03'],
    ['yesterday', null],
    ['01/05/2024', null],
    ['2024', null],
  ] as const)
    assert.equal(readStatedDate(text, NOW), expected, text);
});

test('a month is found in the first and in the last language, also after a word that is in none', () => {
  const now = new Date('2026-01-01');
  assert.equal(readStatedDate('12 Chapter 2024', now), null);
  assert.equal(readStatedDate('5 februarie 2024', now), '2024-02-05');
  assert.equal(readStatedDate('May 3, 2024', now), '2024-05-03');
});

test('a time keeps its offset, with or without a colon, in the extended format', () => {
  for (const [text, expected] of [
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20 10:00', '2026-11-20T10:00'],
    ['2026-11-20T10:00:00.123456Z', '2026-11-20T10:00:00.123456Z'],
    ['2026-11-20 10:00:00+0000', '2026-11-20T10:00:00+00:00'],
    ['2026-11-20 10:00:00-05:30', '2026-11-20T10:00:00-05:30'],
    ['2026-11-20 10:00:00+001932', '2026-11-20T10:00:00+00:19'],
    ['2026-11-20 10:00:00+00:19:32', '2026-11-20T10:00:00+00:19'],
    ['2026-11-20 10:00:00+00', null],
    ['20261120', null],
    ['', null],
  ] as const)
    assert.equal(readIsoDate(text), expected, text);
});

test('the path of an address may have the date', () => {
  for (const [url, expected] of [
    ['https://a.test/2024/05/01/story', '2024-05-01'],
    ['https://a.test/world/2024/may/01/story', '2024-05-01'],
    ['https://a.test/story-20240501-p5.html', '2024-05-01'],
    ['https://a.test/story-2024-05-01', '2024-05-01'],
    ['https://a.test/story-20245501', null],
    ['https://a.test/2031/05/01/story', null],
    ['https://a.test/1889/05/01/story', null],
    ['https://a.test/?on=/2024/05/01/', null],
    ['https://a.test/202405011', null],
    ['no address', null],
  ] as const)
    assert.equal(dateInUrl(url, NOW), expected, url);
});
