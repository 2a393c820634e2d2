import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../../test/support/proportional.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { readResult, readResultData, readResultJson, readResultText } from './mcp-result.ts';

const query = { text: 'frogs', limit: 5, scope: ANY_SCOPE };
const text = (...texts: readonly string[]) => texts.map((each) => ({ type: 'text', text: each }));
const read = (result: Parameters<typeof readResult>[0]) => readResult(result, query);

test('data comes before text', () => {
  const outcome = read({
    content: text('Title: B\nURL: https://b.org/'),
    structuredContent: { results: [{ url: 'https://a.org/', title: 'A', snippet: 'x' }] },
  });
  assert.deepEqual(outcome, { status: 'ok', hits: [{ url: 'https://a.org/', title: 'A', snippet: 'x' }] });
});

test('a text inside data is read like a text', () => {
  const list = 'Title: B\nURL: https://b.org/';
  const outcome = read({ content: text(list), structuredContent: { results: list } });
  assert.equal(outcome.status, 'ok');
});

test('results without a URL are dropped and counted', () => {
  const outcome = read({ structuredContent: [{ title: 'A' }, { title: 'B', url: 'https://b.org/' }] });
  assert.equal(outcome.status === 'ok' && outcome.hint, '1 of its 2 results have no URL and are left out');
  const none = read({ structuredContent: [{ title: 'A' }, { title: 'B' }] });
  assert.equal(none.status === 'failed' && none.cause, 'none of its 2 results has a URL');
});

test('nothing found is no failure', () => {
  for (const result of [
    { content: text('No results found for "frogs".') },
    { content: [], structuredContent: { results: [] } },
    { content: text('[]') },
    { content: [] },
    { content: text('No web results found'), isError: true },
  ])
    assert.deepEqual(read(result), { status: 'empty' });
});

test('a form that is not known is a failure that shows its beginning', () => {
  const outcome = read({ content: text(`Frogs are\n\ngreen. ${'x '.repeat(500)}`) });
  assert.ok(outcome.status === 'failed');
  assert.equal(outcome.reason, 'protocol');
  assert.match(outcome.cause, /: "Frogs are green\. x x .*…"$/);
  assert.ok(outcome.cause.length < 280);
});

test('an error is a limit, a refusal or a failure, by its words, and shows no keys', () => {
  const reasonOf = (message: string) => {
    const outcome = read({ content: text(message), isError: true });
    assert.ok(outcome.status === 'failed');
    return outcome.reason;
  };
  assert.equal(reasonOf('API error: 429 Too Many Requests'), 'rate');
  assert.equal(reasonOf("You've hit the free rate limit"), 'rate');
  assert.equal(reasonOf('Invalid API key'), 'configuration');
  assert.equal(reasonOf('fetch failed'), 'upstream');
  const leaking = read({ content: text('Bad key sk-abcdefghijklmnopqrstuvwxyz'), isError: true });
  assert.ok(leaking.status === 'failed' && !leaking.cause.includes('abcdefgh'));
});

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

const FROG = { url: 'https://a.org/frog', title: 'Frog' };
const OLM = { url: 'https://b.org/olm?x=1', title: 'Olm: a newt' };

/** The forms in which servers from npm write two results (November 2026). */
const FORMS = {
  'named fields': `Detailed Results:

Title: Frog
URL: https://a.org/frog
Content: It is green.

Title: Olm: a newt
URL: https://b.org/olm?x=1
Content: It is pale.`,
  'fields between lines': `Title: Frog
URL: https://a.org/frog
Published: N/A
Author: N/A
Highlights:
It is green.

---

Title: Olm: a newt
URL: https://b.org/olm?x=1
Published: 2024-02-03
Author: Ada
Highlights:
It is pale.`,
  'the URL last': `Title: Frog
Description: It is green.
URL: https://a.org/frog

Title: Olm: a newt
Description: It is pale.
URL: https://b.org/olm?x=1`,
  'numbered titles': `Found 2 search results:

1. **Frog**
   URL: https://a.org/frog
   It is green.

2. **Olm: a newt**
   URL: https://b.org/olm?x=1
   It is pale.
   Date: 2024-02-03`,
  'plain numbers': `1. Frog
   URL: https://a.org/frog
   Summary: It is green.

2. Olm: a newt
   URL: https://b.org/olm?x=1
   Summary: It is pale.`,
  'linked titles': `- [Frog](https://a.org/frog) - It is green.
- [Olm: a newt](https://b.org/olm?x=1): It is pale.`,
  headings: `### [Frog](https://a.org/frog)
It is green.

### [Olm: a newt](https://b.org/olm?x=1)
It is pale.`,
  'URLs below titles': `Frog
https://a.org/frog
It is green.

Olm: a newt
https://b.org/olm?x=1
It is pale.`,
};

for (const [name, text] of Object.entries(FORMS))
  test(`results are read from a text with ${name}`, () => {
    const hits = readResultText(text);
    assert.deepEqual(
      hits.map(({ url, title, snippet }) => ({ url, title, snippet })),
      [
        { ...FROG, snippet: 'It is green.' },
        { ...OLM, snippet: 'It is pale.' },
      ],
    );
  });

test('a text without URLs has no results', () => {
  for (const text of ['', 'No results found.', 'Title: Frog', 'See a.org for more.', '- one\n- two'])
    assert.deepEqual(readResultText(text), [], text);
});

test('a result without a URL is left out', () => {
  const text = 'Title: Frog\nContent: It is green.\n\nTitle: Olm\nURL: https://b.org/\nContent: Pale.';
  assert.deepEqual(
    readResultText(text).map(({ url }) => url),
    ['https://b.org/'],
  );
});

test('hostile texts take time in proportion to their length, and a hundred results at most', async () => {
  for (const unit of [
    '[',
    '*',
    '- ',
    'Title: ',
    '1. ',
    'https://',
    '[a](https://a.org/',
    '\n',
    'URL: https://a.org/\n',
  ])
    await assertProportional(
      (size) => readResultText(unit.repeat(Math.ceil(size / unit.length))),
      400_000,
      unit,
    );
  assert.equal(readResultText('URL: https://a.org/\n'.repeat(500)).length, 100);
});
