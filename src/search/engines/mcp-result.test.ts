import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../../test/support/proportional.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { readResult, readResultText } from './mcp-result.ts';

const query = { text: 'frogs', limit: 5, scope: ANY_SCOPE };
const text = (...texts: readonly string[]) => texts.map((each) => ({ type: 'text', text: each }));
const read = (result: Parameters<typeof readResult>[0]) => readResult(result, query);

test('results are found in data of any depth and under any name, in JSON and in texts, data first', () => {
  const results = [{ url: 'https://a.org/', title: 'A', snippet: 'x' }];
  const list = 'Title: A\nURL: https://a.org/\nx';
  for (const result of [
    { structuredContent: { results }, content: text('Title: B\nURL: https://b.org/') },
    { structuredContent: results },
    { structuredContent: { data: { web: [{ link: 'https://a.org/', name: 'A', content: 'x' }] } } },
    { structuredContent: { images: [], web: { results }, count: 1 } },
    { structuredContent: { results: list }, content: text(list) },
    { content: text(JSON.stringify({ results })) },
    { content: text(...results.map((each) => JSON.stringify(each))) },
    { content: text(list) },
  ])
    assert.deepEqual(
      read(result),
      { status: 'ok', hits: [{ url: 'https://a.org/', title: 'A', snippet: 'x' }] },
      JSON.stringify(result),
    );
});

test('passages become the snippet, and a whole text the text', () => {
  const item = { ...{ url: 'https://a.org/', title: 'A' }, publish_date: '2024-02-03', raw_content: 'all' };
  assert.deepEqual(read({ structuredContent: [{ ...item, excerpts: ['one', 2, 'two'] }] }), {
    status: 'ok',
    hits: [
      {
        ...{ url: 'https://a.org/', title: 'A' },
        publishedAt: '2024-02-03',
        snippet: 'one two',
        text: 'all',
      },
    ],
  });
});

test('results without a URL are dropped and counted', () => {
  const outcome = read({ structuredContent: [{ title: 'A' }, { title: 'B', url: 'https://b.org/' }] });
  assert.equal(outcome.status === 'ok' && outcome.hint, '1 of its 2 results have no URL and are left out');
  const none = read({ structuredContent: [{ title: 'A' }, { title: 'B', url: 'file:///etc/passwd' }] });
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
  let deep: unknown = [{ url: 'https://a.org/' }];
  for (let depth = 0; depth < 9; depth++) deep = { deep };
  for (const structuredContent of [undefined, 1, 'text', {}, [[1]], deep]) {
    const outcome = read({ content: text(`Frogs are\n\ngreen. ${'x '.repeat(500)}`), structuredContent });
    assert.ok(outcome.status === 'failed');
    assert.equal(outcome.reason, 'protocol');
    assert.match(outcome.cause, /: "Frogs are green\. x x .*…"$/);
    assert.ok(outcome.cause.length < 280);
  }
});

test('an error is a limit, a refusal or a failure, by its words, and shows no keys', () => {
  for (const [message, reason] of [
    ['API error: 429 Too Many Requests', 'rate'],
    ["You've hit the free rate limit", 'rate'],
    ['Invalid API key', 'configuration'],
    ['fetch failed', 'upstream'],
    ['Bad key sk-abcdefghijklmnopqrstuvwxyz', 'upstream'],
  ] as const) {
    const outcome = read({ content: text(message), isError: true });
    assert.ok(outcome.status === 'failed');
    assert.equal(outcome.reason, reason, message);
    assert.doesNotMatch(outcome.cause, /abcdefgh/);
  }
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
  'numbered titles': `Found 2 search results:

1. **Frog**
   URL: https://a.org/frog
   It is green.

2. **Olm: a newt**
   URL: https://b.org/olm?x=1
   It is pale.
   Date: 2024-02-03`,
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

test('results are read from a text in each of the forms', () => {
  for (const [name, text] of Object.entries(FORMS))
    assert.deepEqual(
      readResultText(text).map(({ url, title, snippet }) => ({ url, title, snippet })),
      [
        { ...FROG, snippet: 'It is green.' },
        { ...OLM, snippet: 'It is pale.' },
      ],
      name,
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
    ...['[', '*', '- ', 'Title: ', '1. ', 'https://', '[a](https://a.org/', '\n', 'URL: https://a.org/\n'],
  ])
    await assertProportional(
      (size) => readResultText(unit.repeat(Math.ceil(size / unit.length))),
      150_000,
      unit,
    );
  assert.equal(readResultText('URL: https://a.org/\n'.repeat(500)).length, 100);
});
