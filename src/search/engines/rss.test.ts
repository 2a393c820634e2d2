import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { readRss } from './kiwix.ts';

const rss = (inside: string) =>
  `<?xml version="1.0"?>\n<rss version="2.0"><channel>${inside}</channel></rss>`;
const itemOf = (inside: string) => readRss(rss(`<item>${inside}</item>`))?.items[0];

test('decodes entities and CDATA in titles and links, and removes tags from descriptions', () => {
  const item =
    '<title>A &amp; B &lt;c&gt;</title><link> /a?x=1&amp;y=2 </link><description><b>A</b> ' +
    '&lt;p&gt;</description>';
  assert.deepEqual(itemOf(item), { title: 'A & B <c>', link: '/a?x=1&y=2', description: 'A &lt;p&gt;' });
  const cdata = '<title><![CDATA[A & <b>]]></title><link><![CDATA[/a?x=1&y=2]]></link><description/>';
  assert.deepEqual(itemOf(cdata), { title: 'A & <b>', link: '/a?x=1&y=2', description: '' });
});

test('an incomplete item loses only the missing parts', () => {
  assert.deepEqual(itemOf('<book><title>Of the book</title></book><link>/a</link>'), {
    title: '',
    link: '/a',
    description: '',
  });
  assert.deepEqual(itemOf('<title>T</title><link>/a'), { title: 'T', link: '', description: '' });
});

test('gives the total only if the feed does', () => {
  const total = (text: string) => readRss(rss(text))?.total;
  assert.equal(total('<opensearch:totalResults>12</opensearch:totalResults>'), 12);
  for (const text of ['', 'many', 'x12', '12x', '1.5', '-1', '1'.repeat(13)])
    assert.equal(total(`<opensearch:totalResults>${text}</opensearch:totalResults>`), null, text);
  assert.equal(total(''), null);
  assert.equal(readRss('<html><title>rss</title></html>'), null);
});

test('reads or rejects any input', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '<rss>',
      '<item>',
      '</item>',
      '<title>',
      '</title>',
      '<link>',
      '</link>',
      '<![CDATA[',
      ']]>',
      '&#x',
      '<book>',
    ),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      for (const item of readRss(`<rss>${parts.join('')}`)?.items ?? [])
        assert.equal(item.link, item.link.trim());
    }),
  );
});
