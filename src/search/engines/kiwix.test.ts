import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { serve } from '../../../test/support/local-server.ts';
import { assertProportional } from '../../../test/support/proportional.ts';
import { assertFailed, json, outcomeAt, page } from '../../../test/support/search-replies.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { kiwix } from './kiwix.ts';

const forever = new AbortController().signal;

const ITEMS = `
    <item>
      <title>Axolotl &amp; Olm</title>
      <link>/animals/A/Axolotl?v=1&amp;w=2</link>
        <description><b>Axolotl</b> lives in lakes near Mexico City &amp; in tanks....</description>
        <book>
          <title>Animals</title>
        </book>
        <wordCount>31</wordCount>
    </item>
    <item>
      <title>Salamander</title>
      <link>/content/animals/Salamander</link>
        <description>A <b>salamander</b> is an amphibian....</description>
        <book>
          <title>Animals</title>
        </book>
        <wordCount>20</wordCount>
    </item>`;

const feed = (items: string, total: number) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"
     xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"
     xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>Search: axolotl</title>
    <link>/search?pattern=axolotl&amp;format=xml&amp;start=1&amp;pageLength=5</link>
    <description>Search result for axolotl</description>
    <opensearch:totalResults>${total}</opensearch:totalResults>
    <opensearch:startIndex>1</opensearch:startIndex>
    <atom:link rel="search" type="application/opensearchdescription+xml" ` +
  `href="/search/searchdescription.xml"/>${items}
  </channel>
</rss>
`;

function rss(text: string): RequestListener {
  return (_request, response) => {
    response.setHeader('content-type', 'application/rss+xml; charset=utf-8').end(text);
  };
}

const outcomeOf = (listener: RequestListener, text = 'axolotl') =>
  outcomeAt(listener, (upstream, url) => kiwix.open({ upstream, url, timeoutMs: 60_000 }), { text });

test('resolves links from the root of the server and drops the name of the book', async () => {
  await using server = await serve(rss(feed(ITEMS, 2)));
  await using upstream = testUpstream();
  const url = server.url.replace('//', '//reader:secret@');
  const backend = kiwix.open({ upstream, url: `${url}/content/animals`, timeoutMs: 60_000 });
  assert.deepEqual(await backend.search({ text: 'axolotl', limit: 5, scope: ANY_SCOPE }, forever), {
    status: 'ok',
    hits: [
      {
        url: `${server.url}/animals/A/Axolotl?v=1&w=2`,
        title: 'Axolotl & Olm',
        snippet: 'Axolotl lives in lakes near Mexico City & in tanks....',
      },
      {
        url: `${server.url}/content/animals/Salamander`,
        title: 'Salamander',
        snippet: 'A salamander is an amphibian....',
      },
    ],
  });
});

test('recognizes server and book in any form of the URL', async () => {
  const asked: string[] = [];
  await using server = await serve((request, response) => {
    asked.push((request.url ?? '').replace('&pattern=x&format=xml&pageLength=5', ''));
    rss(feed('', 0))(request, response);
  });
  await using upstream = testUpstream();
  const inBook = (book: string, below = '') => `${below}/search?content=${book}&books.name=${book}`;
  const everywhere = '/search?pattern=x&format=xml&pageLength=5';
  const cases: Record<string, string> = {
    '': everywhere,
    '/search': everywhere,
    '/animals': inBook('animals'),
    '/content/animals/A/Axolotl': inBook('animals'),
    '/viewer#animals/A/Axolotl': inBook('animals'),
    '/?content=animals': inBook('animals'),
    '/search?books.name=animals': inBook('animals'),
    '/kiwix/search': `/kiwix${everywhere}`,
    '/kiwix/animals': inBook('animals', '/kiwix'),
    '/kiwix/viewer#animals': inBook('animals', '/kiwix'),
    '/content/caf%C3%A9': inBook('caf%C3%A9'),
    '/content/100%': inBook('100%25'),
  };
  for (const address of Object.keys(cases)) {
    const backend = kiwix.open({ upstream, url: server.url + address, timeoutMs: 60_000 });
    await backend.search({ text: 'x', limit: 5, scope: ANY_SCOPE }, forever);
  }
  assert.deepEqual(asked, Object.values(cases));
});

test('sends no operators', async () => {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('pattern') ?? '');
    rss(feed('', 0))(request, response);
  };
  await outcomeOf(listener, '"axolotl" -gills (wild*)');
  assert.deepEqual(asked[0]?.trim().split(/\s+/), ['axolotl', 'gills', 'wild']);
  assert.deepEqual(await outcomeOf(listener, '(*)'), { status: 'empty' });
  assert.equal(asked.length, 1);
});

test('nothing found is empty, an unknown book is a mistake in the address', async () => {
  assert.deepEqual(await outcomeOf(rss(feed('', 0))), { status: 'empty' });
  assertFailed(await outcomeOf(page('<h1>Invalid request</h1>', 400)), 'configuration', /must name a book/);
  assertFailed(await outcomeOf(page('<h1>Not Found</h1>', 404)), 'configuration', /PREFIX\/search/);
  assertFailed(await outcomeOf(page('', 500)), 'upstream', /500/);
  assertFailed(await outcomeOf(page('', 429, { 'retry-after': '7' })), 'rate', /429/);
});

test('reports a reply that is not from kiwix-serve or has no content', async () => {
  assertFailed(await outcomeOf(page('<title>Welcome</title>')), 'protocol', /is it a kiwix-serve/);
  assertFailed(await outcomeOf(json({ results: [] })), 'protocol', /is it a kiwix-serve/);
  assertFailed(await outcomeOf(rss(feed('', 3))), 'protocol', /neither results nor their number/);
  const bare = '<rss><channel></channel></rss>';
  assertFailed(await outcomeOf(rss(bare)), 'protocol', /neither results nor their number/);
});

test('reads a feed with unclosed items in linear time', async () => {
  await assertProportional(async (items) => {
    const outcome = await outcomeOf(rss(`<rss>${'<item><title><link>'.repeat(items)}`));
    assert.equal(outcome.status, 'failed');
  }, 90_000);
});

/** The hits of a feed with these items, each with its title, path and snippet. */
const hitsOf = async (...items: readonly string[]) => {
  const outcome = await outcomeOf(rss(feed(items.map((item) => `<item>${item}</item>`).join(''), 2)));
  return outcome.status === 'ok'
    ? outcome.hits.map(({ url, title, snippet }) => [title, url.replace(/^http:\/\/[^/]+/, ''), snippet])
    : [];
};

test('decodes entities and CDATA in titles and links, and removes tags from descriptions', async () => {
  const item =
    '<title>A &amp; B &lt;c&gt;</title><link> /a?x=1&amp;y=2 </link><description><b>A</b> ' +
    '&lt;p&gt;</description>';
  const cdata = '<title><![CDATA[A & <c>]]></title><link><![CDATA[/b?x=1&y=2]]></link><description/>';
  assert.deepEqual(await hitsOf(item, cdata), [
    ['A & B <c>', '/a?x=1&y=2', 'A'],
    ['A & <c>', '/b?x=1&y=2', ''],
  ]);
});
