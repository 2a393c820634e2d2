import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageFacts, readPageFacts } from './page-facts.ts';
import { parseHtml } from './tree.ts';

const factsOf = (html: string) => readPageFacts(parseHtml(html));
/** One fact of each page. */
function holds<Name extends keyof PageFacts>(
  name: Name,
  cases: Readonly<Record<string, PageFacts[Name]>>,
): void {
  for (const [html, expected] of Object.entries(cases)) assert.equal(factsOf(html)[name], expected, html);
}
const meta = (name: string, content: string, attribute = 'name') =>
  `<meta ${attribute}="${name}" content="${content}">`;
const ld = (facts: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', ...facts })}</script>`;

test('the picture of a page is the first that its metadata names', () => {
  const imageOf = (head: string) => factsOf(`${head}<p>text</p>`).imageUrl;
  assert.equal(imageOf(meta('og:image', '/a.jpg', 'property') + meta('twitter:image', '/b.jpg')), '/a.jpg');
  assert.equal(imageOf(meta('twitter:image', '/b.jpg')), '/b.jpg');
  assert.equal(imageOf('<img src="/c.jpg">'), undefined);
});

test('the title is the best that is stated', () => {
  const [og, title, h1, twitter] = [
    meta('og:title', 'O', 'property'),
    '<title> T\n t </title>',
    '<h1>H</h1>',
    meta('twitter:title', 'W'),
  ];
  holds('title', {
    [og + ld({ headline: 'L' }) + title + h1 + twitter]: 'O',
    [ld({ headline: 'L' }) + title + h1]: 'L',
    [title + h1 + twitter]: 'T t',
    [h1 + twitter]: 'H',
    [twitter]: 'W',
    '<title>A</title><title>B</title>': 'A',
    [meta('og:title', ' ', 'property') + title]: 'T t',
    [meta('og:title', 'first', 'property') + meta('OG:Title', 'second')]: 'first',
  });
});

test('the name of the site behind the title is removed, and nothing else', () => {
  const site = meta('og:site_name', 'Times', 'property');
  holds('title', {
    [`<title>A story - the TIMES</title>${meta('application-name', 'The Times')}`]: 'A story',
    [`<title>A story | Times</title>${site}`]: 'A story',
    [`<title>A story – part – Times</title>${site}`]: 'A story – part',
    [`<title>A story | Other</title>${site}`]: 'A story | Other',
    [`<title>Times</title>${site}`]: 'Times',
    '<title>A story | Times</title>': 'A story | Times',
    '<title>A story | Other</title><h1>A story</h1>': 'A story',
    '<title>A story: more</title><h1>A story</h1>': 'A story: more',
    '<title>A story | More</title><h1>A story</h1><h2>More</h2>': 'A story | More',
    '<title>A story | B</title><h1></h1><h1>story</h1>': 'A story | B',
    '<title>A story | B</title><h1>Sayso</h1><h1>A story</h1>': 'A story',
  });
});

test('the language is a tag that the page declares', () => {
  holds('language', {
    '<html lang="en-GB">': 'en-GB',
    '<html xml:lang="de">': 'de',
    '<html lang="pt_BR">': 'pt-BR',
    [`<html lang="">${meta('og:locale', 'fr_FR', 'property')}`]: 'fr-FR',
    [meta('language', 'es')]: 'es',
    [meta('dc.language', 'it')]: 'it',
    [meta('language', 'English')]: null,
    [meta('language', 'e')]: null,
    '<html lang="en GB">': null,
    '<html lang="x-1">': null,
  });
});

test('the date is the most reliable one that is a date', () => {
  holds('publishedAt', {
    [meta('article:published_time', '2024-05-01T10:00:00Z', 'property') + meta('date', '2020-01-01')]:
      '2024-05-01T10:00:00Z',
    [meta('date', '2024-05-01') + ld({ datePublished: '2024-06-01' })]: '2024-06-01',
    [meta('date', 'yesterday') + meta('pubdate', '2024/05/01')]: '2024-05-01',
    [meta('datePublished', '2024-05-01 10:00', 'itemprop')]: '2024-05-01T10:00',
    [meta('citation_publication_date', '2024-05-01T10:00:00.5+0200')]: '2024-05-01T10:00:00.5+02:00',
    '<h1>A</h1><time>on a day</time><time datetime=" 2024-05-01 "></time><time datetime="2025-05-01"></time>':
      '2024-05-01',
    [`${meta('date', '2024-05-01')}<h1>A</h1><time>2 June 2024</time>`]: '2024-05-01',
    [meta('date', '2024-13-01')]: null,
    [meta('date', 'on 2024-05-01')]: null,
    [meta('date', '2024-05-01 at noon')]: null,
  });
});

test('of several facts of one kind in a page, the first counts', () => {
  const article = (facts: object) => ld({ ...facts, '@type': 'NewsArticle' });
  holds('author', {
    [article({ author: 'Ada L' }) + article({ author: 'Bo M' })]: 'Ada L',
    '<a rel="author">Ada L</a><a rel="author">Bo M</a><a rel="author">Cy N</a><a rel="author">Di O</a>':
      'Ada L, Bo M, Cy N',
  });
  holds('publishedAt', {
    [article({ datePublished: '2024-05-01' }) + article({ datePublished: '2023-01-01' })]: '2024-05-01',
  });
  holds('language', { '<html lang="de"><body><html lang="fr"></html></body></html>': 'de' });
});

test('the author is a name that the page states, not an address or an account', () => {
  holds('author', {
    [ld({ author: { '@type': 'Person', name: 'Ada L' } }) + meta('author', 'B')]: 'Ada L',
    [ld({ author: [{ name: 'Ada L' }, 'Bo'] })]: 'Ada L, Bo',
    [meta('article:author', 'https://a.test/ada') + meta('byl', 'By Ada L')]: 'Ada L',
    '<a rel="author">Ada\n L</a><span itemprop="author">Ada L</span>': 'Ada L',
    [meta('author', 'admin')]: null,
    [meta('author', 'ada@a.test')]: null,
    [meta('author', 'A'.repeat(121))]: null,
    [ld({ author: { url: 'x' } })]: null,
  });
});
