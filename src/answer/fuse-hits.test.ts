import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hit } from '../core/source.ts';
import { fuseHits } from './fuse-hits.ts';

const hit = (title: string, text = ''): Hit => ({ url: `https://${title}.test/`, title, snippet: '', text });
const titlesOf = (question: string, ...lists: readonly (readonly Hit[])[]) =>
  fuseHits({ question, lists, pages: new Map() }).map(({ title }) => title);
const others = ['b', 'c', 'd', 'e'].map((title) => hit(title));

test('a page whose title one of the first pages mentions comes before others of its rank', () => {
  const film = hit('Cool Runnings');
  const hits = [hit('a', 'She wrote Cool Runnings, a film.'), ...others, film];
  assert.deepEqual(titlesOf('What did she write?', hits).slice(0, 3), ['a', 'Cool Runnings', 'b']);
  assert.equal(titlesOf('What did she write?', [hit('a', 'A film.'), ...others, film]).at(-1), film.title);
});

test('only whole words, and only the subject of a title, count as a mention', () => {
  const hits = [hit('a', 'The cool runnings of the Mercury.'), ...others, hit('Mercury - Wiki'), hit('Run')];
  assert.deepEqual(titlesOf('?', hits).slice(0, 3), ['a', 'Mercury - Wiki', 'b']);
  assert.equal(titlesOf('?', hits).at(-1), 'Run');
});

test('a mention adds nothing to a title that is in the question or has only stop words', () => {
  const hits = [hit('a', 'It is about Cool Runnings.'), ...others, hit('It'), hit('Cool Runnings')];
  assert.deepEqual(titlesOf('Who wrote Cool Runnings?', hits).slice(-2), ['It', 'Cool Runnings']);
});

test('titles are searched for in the text of a page that was read, not in the text of its hit', () => {
  const [first, film] = [hit('a', 'Nothing.'), hit('Cool Runnings')];
  const page = { url: first.url, title: 'a', text: 'Cool Runnings', language: null };
  const pages = new Map([[first.url, { ...page, publishedAt: null, siteName: null, author: null }]]);
  const fused = fuseHits({ question: '?', lists: [[first, ...others, film]], pages });
  assert.equal(fused[1]?.title, film.title);
});

test('the first five pages are searched for titles, and not the sixth', () => {
  const film = hit('Cool Runnings');
  const mentioning = (place: number) =>
    Array.from({ length: 7 }, (_, at) => hit(`p${at + 1}`, at + 1 === place ? 'It was Cool Runnings.' : ''));
  const placeOf = (place: number) => titlesOf('?', [...mentioning(place), film]).indexOf(film.title);
  assert.equal(placeOf(5), 1);
  assert.equal(placeOf(6), 7);
});

test('a title with a stop word counts as a mention if it has other words, too', () => {
  const hits = [hit('a', 'It was in the Mercury.'), ...others, hit('The Mercury')];
  assert.equal(titlesOf('?', hits)[1], 'The Mercury');
});

test('four pages of a site keep their places, and its other pages come last', () => {
  const onSite = Array.from({ length: 6 }, (_, at) => {
    return { url: `https://site.test/${at}`, title: `s${at}`, snippet: '' };
  });
  assert.deepEqual(titlesOf('?', [...onSite, hit('x'), hit('y')]), [
    ...['s0', 's1', 's2', 's3', 'x', 'y', 's4', 's5'],
  ]);
});
