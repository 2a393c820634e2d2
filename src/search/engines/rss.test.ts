import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { readRss } from './kiwix.ts';

const rss = (inside: string) =>
  `<?xml version="1.0"?>\n<rss version="2.0"><channel>${inside}</channel></rss>`;
const itemOf = async (inside: string) => (await readRss(rss(`<item>${inside}</item>`)))?.items[0];

test('decodes entities and CDATA, and removes tags from descriptions', async () => {
  const item =
    '<title>A &amp; B &lt;c&gt;</title><link> /a?x=1&amp;y=2 </link><description><b>A</b> ' +
    '&lt;p&gt;</description>';
  assert.deepEqual(await itemOf(item), { title: 'A & B <c>', link: '/a?x=1&y=2', description: 'A <p>' });
  const cdata = '<title><![CDATA[A & <b>]]></title><link><![CDATA[/a?x=1&y=2]]></link><description/>';
  assert.deepEqual(await itemOf(cdata), { title: 'A & <b>', link: '/a?x=1&y=2', description: '' });
});

test('an incomplete item loses only the missing parts', async () => {
  assert.deepEqual(await itemOf('<book><title>Of the book</title></book><link>/a</link>'), {
    title: '',
    link: '/a',
    description: '',
  });
  assert.deepEqual(await itemOf('<title>T</title><link>/a'), { title: 'T', link: '/a', description: '' });
});

test('gives the total only if the feed does', async () => {
  const total = async (text: string) => (await readRss(rss(text)))?.total;
  assert.equal(await total('<opensearch:totalResults>12</opensearch:totalResults>'), 12);
  for (const text of ['', 'many', 'x12', '12x', '1.5', '-1', '1'.repeat(13)])
    assert.equal(await total(`<opensearch:totalResults>${text}</opensearch:totalResults>`), null, text);
  assert.equal(await total(''), null);
  assert.equal(await readRss('<html><title>rss</title></html>'), null);
});

test('reads or rejects any input', async () => {
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
  await fc.assert(
    fc.asyncProperty(fc.array(part), async (parts) => {
      for (const item of (await readRss(`<rss>${parts.join('')}`))?.items ?? [])
        assert.equal(item.link, item.link.trim());
    }),
  );
});
