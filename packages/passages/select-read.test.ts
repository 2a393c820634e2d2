import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hitOf, LONG, pageOf, questionOf } from '../../test/support/selecting.ts';
import { select } from './select.ts';

test('quotes the page that was read by its offsets, and the excerpt behind it', async () => {
  const hit = hitOf('Tower', 'A snippet.');
  const pages = new Map([pageOf(hit, LONG)]);
  const [source] = await select({
    question: questionOf('How high is the tower?'),
    hits: [hit],
    pages,
    contextTokens: 200,
  });
  assert.ok(source?.passages.some(({ text }) => text.includes('330 metres')));
  const evidence = `${LONG}\n\nA snippet.`;
  for (const { text, from, to } of source?.passages ?? []) assert.equal(evidence.slice(from, to), text);
  assert.equal(source?.snippet, 'A snippet.');
});

test('takes pages that answer as sources, in the order of the engine, otherwise snippets', async () => {
  const hits = ['a', 'b', 'c', 'd'].map((title) => hitOf(title, ''));
  const [, b, , d] = hits;
  const unread = hitOf('e', 'The tower is high.');
  const read = [b, d].flatMap((hit) => (hit === undefined ? [] : [pageOf(hit, `${hit.title}: ${LONG}`)]));
  const all = [...hits, unread];
  const sources = await select({
    question: questionOf('How high is the tower of d?', 3),
    hits: all,
    pages: new Map(read),
    contextTokens: 600,
  });
  assert.deepEqual(
    sources.map(({ index, title }) => [index, title]),
    [
      [1, 'b'],
      [2, 'd'],
      [3, 'e'],
    ],
  );
});

test('uses text from several hosts once, and prefers a page with other content', async () => {
  const copied = 'The tower of the town is 500 metres high, as everybody knows who has been there.';
  const hits = ['a', 'b', 'c', 'd'].map((title) => hitOf(title, ''));
  const texts = [copied, copied, `Indeed: ${copied}`, 'The tower is 330 metres high.'];
  const pages = new Map(hits.map((hit, at) => pageOf(hit, texts[at] ?? '')));
  const ask = (maxSources: number) =>
    select({ question: questionOf('How high is the tower?', maxSources), hits, pages, contextTokens: 500 });
  const copies = (await ask(4)).flatMap(({ passages }) =>
    passages.filter(({ text }) => text.includes('500 metres')),
  );
  assert.equal(copies.length, 1);
  assert.ok((await ask(4)).every(({ snippet }) => snippet !== ''));
  assert.deepEqual(
    (await ask(2)).map(({ title, passages }) => [title, passages.length]),
    [
      ['a', 1],
      ['d', 1],
    ],
  );
});

test('selects from a single page sentence by sentence, even if it repeats itself', async () => {
  const hit = hitOf('Tower', '');
  const said = 'The tower is 330 metres high, and that is more than the other one has.';
  const text = Array.from({ length: 40 }, (_, at) => `${said} ${`Filler ${at} between. `.repeat(30)}`).join(
    '',
  );
  const [source] = await select({
    question: questionOf('How high is the tower?'),
    hits: [hit],
    pages: new Map([pageOf(hit, text)]),
    contextTokens: 300,
  });
  const repeated = source?.passages.filter((passage) => passage.text.includes('330 metres')) ?? [];
  assert.ok(repeated.length >= 8, `${repeated.length}`);
});
