import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readResultData, readResultJson } from './mcp-result.ts';

const hitsOf = (value: unknown) =>
  readResultData(value)?.hits.map(({ url, title, snippet }) => [url, title, snippet]);

test('results are found under any name and depth', () => {
  const results = [{ url: 'https://a.org/', title: 'A', content: 'first' }];
  for (const value of [results, { results }, { data: { web: results } }, { web: { results }, count: 1 }])
    assert.deepEqual(hitsOf(value), [['https://a.org/', 'A', 'first']]);
});

test('the longest list is taken', () => {
  const page = (at: number) => ({ link: `https://a.org/${at}`, name: `page ${at}` });
  assert.equal(hitsOf({ images: [page(1)], organic: [page(2), page(3)] })?.length, 2);
});

test('passages become the snippet, and a whole text the text', () => {
  const [hit] =
    readResultData([
      {
        url: 'https://a.org/',
        title: 'A',
        publish_date: '2024-02-03',
        excerpts: ['one', 2, 'two'],
        raw_content: 'all',
      },
    ])?.hits ?? [];
  assert.deepEqual(hit, {
    url: 'https://a.org/',
    title: 'A',
    publishedAt: '2024-02-03',
    snippet: 'one\ntwo',
    text: 'all',
  });
});

test('results without a URL are counted', () => {
  const value = [
    { title: 'A' },
    { url: 'https://b.org/', title: 'B' },
    { url: 'file:///etc/passwd', title: 'C' },
  ];
  assert.deepEqual([readResultData(value)?.hits.length, readResultData(value)?.withoutUrl], [1, 2]);
});

test('values of other shapes have no results', () => {
  let deep: unknown = [{ url: 'https://a.org/' }];
  for (let depth = 0; depth < 9; depth++) deep = { deep };
  for (const value of [null, 1, 'text', [], {}, { results: [] }, { results: 'text' }, [[1]], deep])
    assert.equal(readResultData(value), null, JSON.stringify(value));
});

test('each text of a result may be one object', () => {
  const texts = ['{"url":"https://a.org/","title":"A"}', '{"url":"https://b.org/","title":"B"}'];
  assert.equal(readResultJson(texts)?.hits.length, 2);
  assert.equal(readResultJson([...texts, 'no JSON']), null);
  assert.equal(readResultJson([]), null);
  assert.equal(readResultJson(['['.repeat(100_000)]), null);
});
