import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../../test/support/proportional.ts';
import { readResultText } from './mcp-text.ts';

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
      400_000,
      unit,
    );
  assert.equal(readResultText('URL: https://a.org/\n'.repeat(500)).length, 100);
});
