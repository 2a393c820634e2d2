import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatedDate } from '@sayso/text/written-date.ts';
import fc from '../../test/support/properties.ts';
import { dateSeen } from './page-facts.ts';
import { parseHtml } from './tree.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const seen = (html: string) => dateSeen(parseHtml(html), NOW);

test('a date in the future, on no calendar, or absurd does not count', () => {
  for (const text of ['2026-11-25', '2024-02-30', '1970-01-01T00:00:00Z', '0001-01-01', '31 April 2024'])
    assert.equal(readStatedDate(text, NOW), null, text);
  assert.equal(readStatedDate('1851-09-18', NOW), '1851-09-18');
  assert.equal(seen('<h1>A</h1><time>18 September 1851</time>'), null);
});

test('a page shows its date in a marked element, or near its headline', () => {
  const old = '<time datetime="2020-01-01">Jan 1, 2020</time>';
  for (const [html, expected] of [
    ['<span itemprop="datePublished" content="2024-05-01T10:00Z">today</span>', '2024-05-01T10:00Z'],
    [`${old}<h1>A</h1><time datetime="2024-05-01"></time>${old}`, '2024-05-01'],
    [`<h1>A</h1><p class="byline">By Ada, 1 May 2024</p>${old}`, '2024-05-01'],
    ['<h1>A</h1><p>Published: May 1, 2024</p>', '2024-05-01'],
    ['<h1>A</h1><div class="post-date">2024年5月1日</div>', '2024-05-01'],
    ['<h1>A</h1><div class="date">01.05.2024</div>', '2024-05-01'],
    ['<h1>A</h1><div class="date">1/5/2024</div>', null],
    ['<h1>A</h1><p>On May 1, 2024 it rained.</p>', null],
    [`<h1>A</h1><div class="update">${'May 1, 2024 '.repeat(20)}</div>`, null],
    [`${old}<h1>A</h1>${'<p>x</p>'.repeat(100)}${old}`, null],
    [old, null],
  ] as const)
    assert.equal(seen(html), expected, html);
});

test('whatever a page states, its date is a stated day of the calendar, and not in the future', () => {
  const number = fc.integer({ min: 0, max: 2400 }).map(String);
  const word = fc.constantFrom('May', 'mai', 'de', '-', '/', '.', ', ', ' ', '年', 'T', 'Z', ':', 'Sept.');
  fc.assert(
    fc.property(fc.array(fc.oneof(number, word), { maxLength: 9 }), (parts) => {
      const text = parts.join('');
      for (const date of [readStatedDate(text, NOW), seen(`<h1>A</h1><time>${text}</time>`)]) {
        if (date === null) continue;
        const day = date.slice(0, 10);
        assert.equal(new Date(day).toISOString().slice(0, 10), day);
        assert.ok(Date.parse(day) <= NOW.getTime() + 86_400_000);
        assert.ok(
          text.includes(String(Number(day.slice(0, 4)))) && text.includes(String(Number(day.slice(8)))),
        );
      }
    }),
    { numRuns: 100 },
  );
});

test('a page of elements that contain each other and claim to be its date is read in little time', () => {
  const word = 'word '.repeat(200_000);
  for (const open of ['<div itemprop=datePublished>', '<h1></h1><p-x class=date>']) {
    const page = parseHtml(`<body>${open.repeat(190)}${word}`);
    const started = process.cpuUsage();
    assert.equal(dateSeen(page, NOW), null);
    const { user, system } = process.cpuUsage(started);
    // This takes about a millisecond. It took several seconds when each nested element read the whole text.
    assert.ok(user + system < 500_000, open);
  }
  assert.equal(
    seen(`<h1>A</h1><p class=date>\n${' '.repeat(500)}<b>1 May</b>\n<i>2024</i></p>`),
    '2024-05-01',
  );
});
