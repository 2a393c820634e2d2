import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf, questionOf } from '../../test/support/selecting.ts';
import { withoutCopies } from './copies.ts';
import { select } from './select.ts';

const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => `w${(seed * 7919 + at * at * 31 + at) % 9973}`).join(' ');
const PAPER = words(1, 600);
const at = (host: string, text: string) => ({ url: `https://${host}.test/paper`, text });

test('one text on four hosts is one source, whatever stands around it', () => {
  const hosts = ['a', 'b', 'c', 'd'].map((host, seed) => at(host, `${words(seed + 20, 60)}\n${PAPER}`));
  assert.deepEqual(withoutCopies([...hosts, at('e', words(9, 600))]), [0, 4]);
});

test('the paper takes the place of its abstract, and no other text', () => {
  const abstract = words(1, 150);
  assert.deepEqual(withoutCopies([at('a', abstract), at('b', words(5, 90)), at('c', PAPER)]), [1, 2]);
});

test('pages of one host, short texts and other texts are no copies', () => {
  assert.deepEqual(withoutCopies([at('a', PAPER), at('a', PAPER)]), [0, 1]);
  assert.deepEqual(withoutCopies([at('a', 'Read more now.'), at('b', 'Read more now.')]), [0, 1]);
  assert.deepEqual(withoutCopies([at('a', words(1, 300)), at('b', words(2, 300))]), [0, 1]);
});

test('finds copies in scripts without spaces', () => {
  const text = Array.from({ length: 200 }, (_, nth) =>
    String.fromCharCode(0x4e00 + ((nth * nth * 7) % 900)),
  ).join('');
  assert.deepEqual(
    withoutCopies([at('a', text), at('b', `${text}。`), at('c', [...text].reverse().join(''))]),
    [0, 2],
  );
});

test('copies do not take the places of other pages', async () => {
  const hits = ['a', 'b', 'c', 'd', 'e'].map((host) => ({
    url: `https://${host}.test/`,
    title: host,
    snippet: '',
  }));
  const pages = new Map(
    hits.map((hit) =>
      pageOf(hit, hit.title === 'e' ? `The tower is high. ${words(8, 200)}` : `The tower is old. ${PAPER}`),
    ),
  );
  const sources = await select({
    question: questionOf('How high is the tower?', 2),
    hits,
    pages,
    contextTokens: 200,
  });
  assert.deepEqual(
    sources.map(({ title }) => title),
    ['a', 'e'],
  );
});
