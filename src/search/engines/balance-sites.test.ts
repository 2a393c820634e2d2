import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { balanceSites, siteOf } from './hits.ts';

const balanced = (...urls: string[]) => balanceSites(urls, (url) => new URL(url));

test('moves the third result of a site behind others and otherwise keeps the order', () => {
  const [shop, wiki] = ['https://shop.example.org', 'https://wiki.test'];
  assert.deepEqual(
    balanced(`${shop}/1`, `${shop}/2`, 'https://example.org/3', `${wiki}/1`, `${shop}/4`, `${wiki}/2`),
    [`${shop}/1`, `${shop}/2`, `${wiki}/1`, `${wiki}/2`, 'https://example.org/3', `${shop}/4`],
  );
});

test('changes nothing if there is one site', () => {
  const pages = [5, 3, 1, 4, 2].map((page) => `http://10.0.0.1:8080/${page}`);
  assert.deepEqual(balanced(...pages), pages);
});

test('recognizes the site of a host', () => {
  const cases: Record<string, string> = {
    'https://en.wikipedia.org/': 'wikipedia.org',
    'https://news.bbc.co.uk/': 'bbc.co.uk',
    'https://www.usp.com.br/': 'usp.com.br',
    'https://co.uk/': 'co.uk',
    'http://nas:8080/': 'nas:8080',
    'http://192.168.1.5:81/': '192.168.1.5:81',
    'http://[fd00::1]/': '[fd00::1]',
  };
  for (const [url, site] of Object.entries(cases)) assert.equal(siteOf(new URL(url)), site);
});

test('neither loses nor adds items', () => {
  fc.assert(
    fc.property(fc.array(fc.webUrl()), (urls) => {
      assert.deepEqual(balanced(...urls).sort(), urls.toSorted());
    }),
  );
});
