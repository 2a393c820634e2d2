import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonLd } from './json-ld.ts';

const NOTHING = {
  headline: null,
  articleBody: null,
  datePublished: null,
  publisher: null,
  author: null,
};
const article = (facts: object) => ({ '@type': 'NewsArticle', ...facts });
const factsIn = (...scripts: readonly unknown[]) =>
  readJsonLd(scripts.map((script) => (typeof script === 'string' ? script : JSON.stringify(script))));

test('a blank value, or one that is not text, states nothing', () => {
  const facts = { headline: ' ', articleBody: 7, datePublished: null, publisher: 'Paper', author: [{}, ' '] };
  assert.deepEqual(factsIn(article(facts)), NOTHING);
});

test('only articles and pages state facts', () => {
  const headline = (type: unknown) => factsIn({ '@type': type, headline: 'a' }).headline;
  for (const type of ['Article', 'BlogPosting', 'Report', 'WebPage', ['Thing', 'TechArticle']])
    assert.equal(headline(type), 'a', String(type));
  for (const type of ['ArticleList', 'Person', 'article', undefined, 7, []])
    assert.equal(headline(type), null, String(type));
});

test('the objects of a graph and of a list are read, and nothing else', () => {
  const graph = { '@graph': [7, null, [article({ headline: 'no' })], article({ headline: 'yes' })] };
  assert.equal(factsIn(graph).headline, 'yes');
  assert.equal(factsIn([7, null, graph]).headline, 'yes');
  assert.equal(factsIn({ ...article({ headline: 'own' }), '@graph': 'x' }).headline, 'own');
  assert.deepEqual(factsIn('nonsense', 'null', '7', '"a"', '{', article({})), {
    ...NOTHING,
  });
});

test('line breaks within a text do not make a script invalid', () => {
  assert.equal(factsIn('{"@type":"Article","headline":"a\r\n\tb"}').headline, 'a b');
});

test('authors are names, persons or organisations, and a publisher is an object', () => {
  const authors = ['Ada', { name: 'Bob ' }, { name: 7 }, '', 8, { name: 'Eve' }];
  assert.equal(factsIn(article({ author: authors })).author, 'Ada, Bob, Eve');
  assert.equal(factsIn(article({ author: { name: 'Ada' } })).author, 'Ada');
  const publisher = ['text', { name: 'First' }, { name: 'Second' }];
  assert.equal(factsIn(article({ publisher })).publisher, 'First');
});
