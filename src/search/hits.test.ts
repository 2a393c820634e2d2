import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import {
  canonicalUrl,
  createMirrorFilter,
  mergeHits,
  type RawHit,
  siteOf,
  toHits as toHitsIn,
} from './hits.ts';

const toHits = (raw: readonly RawHit[], limit: number) => toHitsIn(raw, { limit, scope: ANY_SCOPE });

const urls = (...list: string[]) =>
  toHits(
    list.map((url) => ({ url })),
    10,
  ).map(({ url }) => url);

test('considers the first fifty usable results, and URLs of at most 2,048 characters', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ url: `https://site${at}.example/` }));
  assert.equal(toHits([{ url: 'nonsense' }, ...many], 100).length, 50);
  const ofLength = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;
  assert.equal(urls(ofLength(2048)).length, 1);
  assert.equal(urls(ofLength(2049)).length, 0);
});

test('puts other sites before the third result of one, even with a low limit', () => {
  const raw = ['https://a.test/1', 'https://a.test/2', 'https://a.test/3', 'https://b.test/'].map((url) => ({
    url,
  }));
  const shown = (limit: number) => toHits(raw, limit).map(({ url }) => url);
  assert.deepEqual(shown(3), ['https://a.test/1', 'https://a.test/2', 'https://b.test/']);
  assert.deepEqual(shown(4), ['https://a.test/1', 'https://a.test/2', 'https://b.test/', 'https://a.test/3']);
});

test('counts a copied page once, which leaves room for the next', () => {
  const content = {
    title: 'Axolotl',
    snippet: 'The <b>axolotl</b> keeps its gills for as long as it lives.',
  };
  const raw = [
    { url: 'https://wiki.test/', ...content },
    {
      url: 'https://copy.test/',
      ...content,
      snippet: 'The axolotl keeps its gills for as long as it lives.',
    },
    { url: 'https://zoo.test/', title: 'Zoo' },
  ];
  assert.deepEqual(
    toHits(raw, 2).map(({ url }) => url),
    ['https://wiki.test/', 'https://zoo.test/'],
  );
});

test('drops URLs that are not web pages', () => {
  const bad = [
    '',
    'nonsense',
    '/relative',
    'javascript:alert(1)',
    'ftp://example.org/',
    'file:///etc/passwd',
  ];
  assert.deepEqual(
    urls(...bad, 'http://user:secret@example.org/', `https://example.org/${'x'.repeat(3_000)}`),
    [],
  );
});

test('shows a page once, with its first URL', () => {
  assert.deepEqual(
    urls(
      'https://example.org/a/?utm_source=x&gclid=1#part',
      'https://EXAMPLE.org:443/a',
      'https://example.org/a/#other',
      'https://example.org/a?fbclid=2',
      'https://example.org/a?id=1',
      'http://example.org/a',
    ),
    ['https://example.org/a/?utm_source=x&gclid=1#part', 'https://example.org/a?id=1'],
  );
});

test('shows a URL as written unless only a parser understands it', () => {
  assert.deepEqual(
    urls(' https://example.org/Köln ', 'https:example.org/b', 'https://example.org/"><script>'),
    ['https://example.org/Köln', 'https://example.org/b', 'https://example.org/%22%3E%3Cscript'],
  );
});

test('cuts off marks behind an address that belong to the text around it', () => {
  for (const [given, shown] of [
    ['https://example.org/guide:', 'https://example.org/guide'],
    ['https://example.org/terms,', 'https://example.org/terms'],
    ['https://example.org/terms)', 'https://example.org/terms'],
    ['https://example.org/faq”),', 'https://example.org/faq'],
    ['https://example.org/a?b=c]', 'https://example.org/a?b=c'],
    ['https://example.org/x_(y)', 'https://example.org/x_(y)'],
    ['https://example.org/x_(y))', 'https://example.org/x_(y)'],
    ['https://example.org/Acme_Inc.', 'https://example.org/Acme_Inc.'],
    ['https://example.org/Hello!', 'https://example.org/Hello!'],
  ] as const)
    assert.deepEqual(urls(given), [shown]);
});

test('cleans title and snippet, uses the host as missing title and omits missing text', () => {
  const [first, second] = toHits(
    [
      { url: 'https://www.example.org/', title: ' <b></b> ', snippet: "'''x''' &amp; y" },
      { url: 'https://example.org/2', title: 'T', text: 'One.\n\nTwo <b>.' },
    ],
    5,
  );
  assert.deepEqual(first, { url: 'https://www.example.org/', title: 'example.org', snippet: 'x & y' });
  assert.deepEqual(second, { url: 'https://example.org/2', title: 'T', snippet: '', text: 'One.\nTwo <b>.' });
});

test('has only http and https URLs, whatever the input', () => {
  const part = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('javascript:', 'http://', 'HTTPS:/\\a', 'data:,x'),
  );
  const url = fc.tuple(part, part).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(fc.record({ url, title: part, snippet: part, text: part })), (raw) => {
      for (const hit of toHits(raw, 10)) {
        assert.match(hit.url, /^https?:\/\/[^\s"<>]+$/i);
        assert.ok(hit.title !== '');
      }
    }),
  );
});

test('recognizes the site of a host', () => {
  const cases: Record<string, string> = {
    'https://en.wikipedia.org/': 'wikipedia.org',
    'https://news.bbc.co.uk/': 'bbc.co.uk',
    'https://www.usp.com.br/': 'usp.com.br',
    'https://co.uk/': 'co.uk',
    'https://www.co.uk.test.example/': 'test.example',
    'http://nas:8080/': 'nas:8080',
    'http://192.168.1.5:81/': '192.168.1.5:81',
    'http://[fd00::1]/': '[fd00::1]',
  };
  for (const [url, site] of Object.entries(cases)) assert.equal(siteOf(new URL(url)), site);
});

const SNIPPET = 'The axolotl is a salamander that keeps its gills for life.';
const hit = (url: string, title = url, snippet = '') => ({ url, title, snippet });
const merged = (...lists: string[][]) =>
  mergeHits(
    lists.map((list) => list.map((url) => hit(url))),
    5,
  ).map(({ url }) => url);

test('several lists are one, in order, with each page once and at most as many as wanted', () => {
  assert.deepEqual(
    merged(
      ['https://www.a.test/x'],
      ['http://a.test/x/?utm_source=b', 'https://m.a.test/x', 'https://a.test/y'],
    ),
    ['https://www.a.test/x', 'https://a.test/y'],
  );
  const many = ['f', 'e', 'd', 'c'].map((name) => `https://${name}.test/`);
  assert.deepEqual(merged(many, ['https://b.test/', 'https://a.test/']), [...many, 'https://b.test/']);
});

/** The hits that remain. */
function kept(...hits: readonly [url: string, title: string, snippet: string][]): string[] {
  const isMirror = createMirrorFilter();
  return hits.flatMap(([url, title, snippet]) => (isMirror({ url, title, snippet }) ? [] : [url]));
}

test('keeps pages of one host, with other titles or little text', () => {
  const pages: [string, string, string][] = [
    ['https://a.test/1', 'Axolotl', SNIPPET],
    ['https://a.test/2', 'Axolotl', SNIPPET],
    ['https://b.test/', 'Axolotls', SNIPPET],
    ['https://c.test/', 'Axolotl', 'No description.'],
    ['https://d.test/', 'Axolotl', 'No description.'],
  ];
  assert.deepEqual(
    kept(...pages),
    pages.map(([url]) => url),
  );
});

test('removes only scheme, fragment, default port, tracking and trailing slash', () => {
  const cases: Record<string, string> = {
    'https://example.org': 'example.org',
    'HTTPS://Example.org:443/a//#x': 'example.org/a',
    'http://example.org:8080/?utm_source=a&UTM_medium=b': 'example.org:8080',
    'https://example.org/a?b=1&gclid=2&c=%20': 'example.org/a?b=1&c=+',
    'https://example.org/a?c=%20': 'example.org/a?c=%20',
    'https://example.org/a?mutm_x=1': 'example.org/a?mutm_x=1',
  };
  for (const [url, canonical] of Object.entries(cases)) assert.equal(canonicalUrl(new URL(url)), canonical);
});

test('treats the variants of a page as the page', () => {
  const mirrors = [
    ...['http://www.example.org/page', 'https://m.example.org/page', 'https://mobile.example.org/page/'],
    ...['https://amp.example.org/page', 'https://example.org/page/amp/', 'https://example.org/page.amp'],
    ...['https://example.org/page?amp=1', 'https://example.org/page?outputType=amp'],
  ];
  for (const url of mirrors) assert.equal(canonicalUrl(new URL(url)), 'example.org/page');
  assert.equal(canonicalUrl(new URL('https://en.m.wikipedia.org/wiki/Amp')), 'en.wikipedia.org/wiki/Amp');
});

test('keeps pages that only look like variants apart', () => {
  const cases: Record<string, string> = {
    'https://www.de/': 'www.de',
    'https://m.org/amp': 'm.org/amp',
    'https://shop.org/list?amp=valve': 'shop.org/list?amp=valve',
    'https://en.wikipedia.org/': 'en.wikipedia.org',
    'http://10.0.0.1:8080/a': '10.0.0.1:8080/a',
  };
  for (const [url, canonical] of Object.entries(cases)) assert.equal(canonicalUrl(new URL(url)), canonical);
});
