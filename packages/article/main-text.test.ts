import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from './blocks.ts';
import { markMain } from './main-text.ts';
import { parseHtml } from './tree.ts';

const SENTENCE = 'The mill by the river was built in 1870, and it ground the corn of nine villages.';
const ARTICLE = Array.from({ length: 12 }, (_, at) => `<p>${at + 1}. ${SENTENCE}</p>`).join('');
const TEASERS = Array.from(
  { length: 6 },
  (_, at) => `<li><a href="/${at}">Teaser ${at}: why the old bridges of the north are closed.</a></li>`,
).join('');

/** The lines of a page that are in its main text. */
function mainLines(html: string): string[] {
  const lines = linesOf(parseHtml(html));
  const isMain = markMain(lines);
  return lines.filter((_, at) => isMain[at]).map(({ text }) => text);
}

test('the main text is the article, without the menu, the teasers and the footer', () => {
  const main = mainLines(
    `<nav><a href="/1">Home 1</a> <a href="/2">Prices 2</a></nav>
    <main><h1>The mill</h1>${ARTICLE}</main>
    <ul>${TEASERS}</ul>
    <footer><p>Write to us at 12 Mill Lane, or call 555 0100 on any day of the week but Sunday.</p></footer>`,
  );
  assert.deepEqual(main.slice(0, 2), ['The mill', `1. ${SENTENCE}`]);
  assert.equal(main.length, 13, main.join('\n'));
});

test('the part with most of the prose is the main text also where no element says so', () => {
  const comments = ['Ann', 'Ben', 'Cleo'].map(
    (name) => `<p>${name}: my uncle worked there for thirty years, and he always had a story to tell.</p>`,
  );
  const main = mainLines(
    `<div><div><h1>The mill</h1><div>${ARTICLE}</div></div><div>${comments.join('')}</div></div>`,
  );
  assert.equal(main.at(-1), `12. ${SENTENCE}`);
});

test('on a page of few words, all of its main part is the main text, and without one everything', () => {
  assert.deepEqual(mainLines('<main><p>Open daily.</p></main><footer><p>Since 1870.</p></footer>'), [
    'Open daily.',
  ]);
  assert.deepEqual(mainLines('<aside><p>Open daily.</p></aside>'), ['Open daily.']);
});
