import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateInUrl } from './written-date.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

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
